// Playing on the board: values, reasons, steps, variations, lines, set up positions, keys, URLs.
const assert = require('node:assert')
const {test} = require('node:test')
const {checkAccess, checkWidth, describePage, eventually, screenshot} = require('./fixture.js')

const cell = (page, point) => page.locator(`#board .cell[data-point="${point}"]`)
const label = async (page, point) => (await cell(page, point).getAttribute('aria-label')) ?? ''
const fragment = page => page.evaluate(() => location.hash)
const headline = (page, text) => page.locator('.headline', {hasText: text}).waitFor()
const says = (page, point, pattern) => eventually(async () => pattern.test(await label(page, point)), `${point}: ${pattern}`)
const detail = (page, pattern) =>
  eventually(async () => pattern.test(await page.locator('.detail').innerText()), `the detail says ${pattern}`)
const focused = page => page.evaluate(() => document.activeElement.dataset.point ?? document.activeElement.tagName)
const graph = text => Buffer.from(JSON.stringify(text)).toString('base64url')

describePage('values on the board', ({open}) => {
  test('every legal point has its number; the best are marked; a cost is told', async () => {
    const page = await open('board=2x3&rules=kee2013')
    await headline(page, 'A tie with best play')
    await says(page, 'A1', /A1, empty, worth −6: White wins by 6, costs 6 points/)
    await says(page, 'B1', /B1, empty, worth 0: a tie, best/)
    assert.deepStrictEqual(await page.locator('.board .shudan-heatlabel').allInnerTexts(), ['−6', '0', '−6', '−6', '0', '−6'])
    assert.strictEqual(await page.locator('.board .shudan-marker_best').count(), 2)
    await cell(page, 'A1').hover()
    await detail(page, /A1: worth −6: White wins by 6; costs 6 points/)
    assert.match(await page.locator('.other[data-move=pass]').innerText(), /Pass\s*0/)
    assert.match(await page.locator('.other[data-move=refresh]').innerText(), /Refreshing pass\s*0/)
    await screenshot(page, 'play-2x3')
  })

  test('bounds where neither can force better', async () => {
    const page = await open('board=2x2&rules=simple')
    await headline(page, 'Neither side can force a win')
    await says(page, 'A1', /Black can make sure of −4, White can keep Black to \+4/)
    assert.match(await page.locator('.board .shudan-heatlabel').first().innerText(), /−4\/\s*\+4/)
  })

  test('komi decides who wins, not what the board is worth', async () => {
    const page = await open('board=2x2&rules=psk&komi=1.5')
    await headline(page, 'White wins by 0.5 with best play (komi 1.5)')
    await says(page, 'A1', /worth \+1/)
  })
})

describePage('points that are not allowed', ({open}) => {
  const game = 'board=1x3&rules=psk&history=B1,pass,A1,C1'

  test('the reason comes by mouse, by focus and by tap, with the board that would come back', async () => {
    for (const how of ['mouse', 'focus', 'tap']) {
      const page = await open(game, how === 'tap' ? {size: 'phone', touch: true} : {})
      await says(page, 'B1', /B1, empty, not allowed: .*after move 2/)
      const point = cell(page, 'B1')
      if (how === 'mouse') await point.hover()
      else if (how === 'focus') await point.focus()
      else await point.tap({force: true})
      await detail(page, /B1 is not allowed: recreates the board after move 2/)
      await page.locator('.detail figure .drawing').waitFor()
      assert.match(await page.locator('.detail figcaption').innerText(), /stood after move 2/)
      assert.strictEqual(await point.getAttribute('aria-disabled'), 'true')
      await point.click({force: true})
      assert.match(await fragment(page), /history=B1,pass,A1,C1$/)
    }
  })

  test('a game that the rules refuse stands before the move that is not allowed, and goes on there', async () => {
    const page = await open('board=1x3&rules=psk&history=B1,pass,A1,C1,B1,pass')
    await page.locator('.note-illegal', {hasText: 'move 5, B1, is not allowed: recreates the board after move 2'}).waitFor()
    await page.locator('.move.refused').waitFor()
    await says(page, 'A1', /A1, empty, worth/)
    await cell(page, 'A1').click()
    await eventually(async () => /history=B1,pass,A1,C1,A1&tree=/.test(await fragment(page)), 'the new move is a variation')
    await page.goBack()
    await page.locator('.note-illegal').waitFor()
  })

  test('who is banned is told', async () => {
    const page = await open('board=2x2&rules=kee2013&history=A2,B1,B2,A1,A2,pass,B2,B1,pass')
    await page.locator('.note-ban', {hasText: 'Black'}).waitFor()
    assert.match(await page.locator('.note-ban').innerText(), /after move 3 came back/)
  })
})

describePage('rules that remove cycles', ({open}) => {
  test('a removal stands beside the board with its value; those that are refused say why', async () => {
    const page = await open('board=1x3&rules=ljrg&history=B1,pass,A1,C1,B1')
    await page.locator('.note', {hasText: 'Cycle 1, since the board after move 1, is disturbing.'}).waitFor()
    const removal = page.locator('.other[data-move="cycle:1"]')
    await eventually(async () => /Remove cycle 1\s+−2/.test(await removal.innerText()), 'its value')
    await page.locator('.refused-removals summary').click()
    await page.locator('.refused-removals li', {hasText: 'Remove cycle 1, then B1:'}).waitFor()
    await removal.click()
    await eventually(async () => /history=B1,pass,A1,C1,B1,cycle:1$/.test(await fragment(page)), 'removed')
    await page.locator('.move', {hasText: 'Remove cycle 1'}).waitFor()
  })
})

describePage('moves', ({open}) => {
  test('played by click, stepped through, branched, removed, undone', async () => {
    const page = await open('board=2x2&rules=psk')
    await says(page, 'A1', /worth/)
    await cell(page, 'A1').click()
    await says(page, 'A1', /A1, black stone/)
    await cell(page, 'B2').click()
    await eventually(async () => (await fragment(page)) === '#board=2x2&rules=psk&history=A1,B2', 'two moves')
    await page.locator('.move[data-node]').nth(1).waitFor()
    assert.strictEqual(await page.locator('.small-board').count(), 3)

    await page.locator('[data-step=back]').click()
    await says(page, 'B2', /B2, empty/)
    await page.locator('[data-step=first]').click()
    await says(page, 'A1', /A1, empty/)
    await page.locator('[data-step=last]').click()
    await says(page, 'B2', /white stone/)
    await page.locator('.small-board').nth(1).click()
    await says(page, 'B1', /B1, empty, worth/)

    await cell(page, 'B1').click()
    await page.locator('.variations').waitFor()
    await eventually(async () => (await fragment(page)).endsWith('history=A1,B1&tree=A1(B2)(B1)'), 'a variation')
    await page.locator('.variation .move', {hasText: 'B2'}).click()
    await says(page, 'B2', /white stone/)
    await page.locator('[aria-label="Remove the variation B1"]').click()
    await page.locator('.variations').waitFor({state: 'detached'})
    await page.keyboard.press('Control+z')
    await page.locator('.variations').waitFor()
  })

  test('what each move cost stands beside it', async () => {
    const page = await open('board=2x3&rules=kee2013&history=A1,B1')
    await page.locator('.move .cost', {hasText: 'costs 6'}).waitFor()
    await page.locator('.last-move', {hasText: 'White’s B1 was best.'}).waitFor()
  })

  test('a game to its end', async () => {
    const page = await open('board=1x2&rules=psk')
    await says(page, 'A1', /worth/)
    await page.locator('.other[data-move=pass]').click()
    await eventually(async () => /history=pass$/.test(await fragment(page)), 'one pass')
    await says(page, 'A1', /worth/)
    await page.locator('.other[data-move=pass]').click()
    await headline(page, 'The game is over: Black 0, White 0: a tie.')
  })
})

describePage('keys', ({open}) => {
  test('a game by keyboard alone', async () => {
    const page = await open('board=2x3&rules=kee2013')
    await says(page, 'A1', /worth/)
    await page.keyboard.press('b')
    assert.strictEqual(await focused(page), 'A2')
    for (const [key, point] of [['ArrowRight', 'B2'], ['ArrowDown', 'B1'], ['ArrowDown', 'B1'], ['ArrowLeft', 'A1'],
      ['PageDown', 'B1'], ['ArrowUp', 'B2']]) {
      await page.keyboard.press(key)
      assert.strictEqual(await focused(page), point)
    }
    assert.strictEqual(await page.locator('#board .cell[tabindex="0"]').count(), 1)
    await page.keyboard.press('Enter')
    await says(page, 'B2', /black stone/)
    assert.strictEqual(await focused(page), 'B2')
    await says(page, 'A1', /worth/)
    await page.keyboard.press('r')
    await eventually(async () => /history=B2,refresh$/.test(await fragment(page)), 'refreshed')
    await says(page, 'A1', /worth/)
    await page.keyboard.press('p')
    await eventually(async () => /history=B2,refresh,pass$/.test(await fragment(page)), 'passed')
    await page.keyboard.press('[')
    await eventually(async () => /at=2$/.test(await fragment(page)), 'back')
    await page.keyboard.press(']')
    await page.keyboard.press('u')
    await eventually(async () => /history=B2,refresh$/.test(await fragment(page)), 'undone')
    await page.keyboard.press('?')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({state: 'detached'}).catch(() => null)
    assert.notStrictEqual(await focused(page), 'BODY')
  })

  test('the focus is never lost', async () => {
    const page = await open('board=2x2&rules=psk')
    await says(page, 'A1', /worth/)
    await page.locator('[data-show=line]').focus()
    await page.keyboard.press('Enter')
    await page.locator('.line-player').waitFor()
    await eventually(async () => (await focused(page)) !== 'BODY', 'focus in the line')
    await page.keyboard.press('Escape')
    await page.locator('.line-player').waitFor({state: 'detached'})
    await eventually(async () => (await focused(page)) !== 'BODY', 'focus back')
    await page.locator('.move-table button').last().focus()
    await page.keyboard.press('Enter')
    await eventually(async () => /history=/.test(await fragment(page)), 'played from the list')
    await says(page, 'A1', /worth|stone/)
    assert.notStrictEqual(await focused(page), 'BODY')
  })
})

describePage('lines', ({open}) => {
  test('best play plays itself, pauses, and tells its end', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.locator('[data-show=line]').click()
    await page.locator('.line-player select').selectOption({label: 'fast'})
    await page.locator('.line-player', {hasText: 'The game is over: Black'}).waitFor()
    await eventually(async () => /show=line&step=5$/.test(await fragment(page)), 'at its end')
    assert.match(await page.locator('.line-player').innerText(), /wins by 1/)
    await page.locator('[data-line=play]', {hasText: 'Play'}).waitFor()
    await page.locator('button', {hasText: 'Put these moves into the game'}).click()
    await eventually(async () => /history=.+&at=0$/.test(await fragment(page)), 'in the game')
  })

  test('a lap goes round', async () => {
    const page = await open('board=1x2&rules=none,suicide=yes')
    await page.locator('[data-show=endless]').click()
    await page.locator('.line-player', {hasText: 'come round and round for ever'}).waitFor()
    await page.locator('.line-player select').selectOption({label: 'fast'})
    const steps = new Set()
    await eventually(async () => {
      steps.add((await fragment(page)).match(/step=(\d+)/)?.[1])
      return steps.has('3') && steps.has('2')
    }, 'all steps of the lap')
    await eventually(async () => /step=2/.test(await fragment(page)), 'round again')
    await screenshot(page, 'play-lap')
  })

  test('a lap that ends the game does not go round', async () => {
    const page = await open('board=1x2&rules=repetition-draws&show=line')
    await page.locator('.line-player', {hasText: 'The game is over'}).waitFor()
    assert.doesNotMatch(await page.locator('.line-player').innerText(), /for ever|round again/)
  })

  test('where nothing is endless the page says why', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.locator('[data-show=endless]').click()
    await page.locator('.line-player', {hasText: 'No: every game ends'}).waitFor()
  })

  test('reduced motion: the line is stepped by hand', async () => {
    const page = await open('board=2x2&rules=psk&show=line&step=1', {reducedMotion: 'reduce'})
    await page.locator('.line-player').waitFor()
    assert.strictEqual(await page.locator('[data-line=play]').count(), 0)
    await page.locator('.line-player [aria-label="One step forward"]').click()
    await eventually(async () => /step=2$/.test(await fragment(page)), 'a step')
  })
})

describePage('boards', ({open}) => {
  test('a position is set up', async () => {
    const page = await open('board=2x3&rules=psk')
    await page.locator('.set-up').click()
    const point = name => page.locator(`#setup-board .cell[data-point="${name}"]`)
    await point('B1').click()
    await page.locator('.tools label', {hasText: 'White'}).click()
    await point('B2').click()
    await point('A1').click()
    await page.locator('.setup button', {hasText: 'Undo'}).click()
    await page.locator('.setup select').selectOption('white')
    await page.locator('[data-setup=done]').click()
    await eventually(async () => (await fragment(page)) === '#board=2x3&rules=psk&position=.O./.X.&to_move=white', 'the position')
    await says(page, 'B2', /white stone/)
    await page.locator('.turn', {hasText: 'White to move'}).waitFor()
  })

  test('another size; a wrong one is refused in words', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.locator('.new-board summary').click()
    await page.locator('.new-board input').nth(0).fill('0')
    await page.locator('.new-board input').nth(1).fill('4')
    await page.locator('.new-board button[type=submit]').click()
    await page.locator('.new-board [role=alert]').waitFor()
    await page.locator('.new-board input').nth(0).fill('1')
    await page.locator('.new-board button[type=submit]').click()
    await says(page, 'D1', /worth/)
    assert.match(await fragment(page), /^#board=1x4&/)
  })

  test('a graph from a file, drawn by its points', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.locator('.new-board summary').click()
    await page.locator('.new-board input[type=file]').setInputFiles({name: 'star.graph', mimeType: 'text/plain',
      buffer: Buffer.from('# a star\nmid a b c\nmid a\nmid b\nmid c\n#: a mid b\n#:    c\n')})
    await says(page, 'mid', /mid, empty, worth/)
    assert.match(await fragment(page), /^#board=star.graph&graph=/)
    assert.strictEqual(await page.locator('.board-inner.graph svg.drawing').count(), 1)
    const at = async point => (await cell(page, point).boundingBox())
    assert((await at('a')).x < (await at('mid')).x && (await at('c')).y > (await at('mid')).y, 'as the file draws it')
    await cell(page, 'mid').click()
    await says(page, 'mid', /black stone/)
    await screenshot(page, 'play-graph')
  })

  test('points may have the names of what every object has', async () => {
    const points = ['constructor', '__proto__', 'toString']
    const edges = [['constructor', '__proto__'], ['__proto__', 'toString']]
    const page = await open(`board=names.graph&graph=${graph({points, edges})}&rules=psk&beside=kee2013`)
    for (const point of points) await says(page, point, /worth/)
    const classes = await page.locator('.board-inner.graph g.point').evaluateAll(list => list.map(one => one.getAttribute('class')))
    for (const one of classes) assert.doesNotMatch(one, /function/)
    assert.strictEqual(classes.length, 2 * points.length)
  })

  test('every point of a graph is reached by keys', async () => {
    const points = ['n', 'e', 's', 'w', 'x']
    const edges = [['n', 'e'], ['e', 's'], ['s', 'w'], ['w', 'n'], ['x', 'n']]
    const page = await open(`board=five.graph&graph=${graph({points, edges})}&rules=psk`)
    await says(page, 'n', /worth/)
    await page.keyboard.press('b')
    const seen = new Set([await focused(page)])
    for (let i = 1; i < points.length; i++) {
      await page.keyboard.press('PageDown')
      seen.add(await focused(page))
    }
    assert.deepStrictEqual([...seen].sort(), [...points].sort())
    await page.keyboard.press('Enter')
    await eventually(async () => /history=/.test(await fragment(page)), 'a move')
  })

  test('a large board is played on, and says that it is not solved', async () => {
    const page = await open('board=9x9&rules=psk')
    await page.locator('.note', {hasText: /64 points|too large/}).waitFor()
    await cell(page, 'E5').click()
    await says(page, 'E5', /black stone/)
    assert.strictEqual(await page.locator('.board .shudan-heatlabel', {hasText: /[0-9]/}).count(), 0)
  })
})

describePage('URLs', ({open}) => {
  test('a URL restores what was seen; back and forward go through it', async () => {
    const page = await open('board=2x2&rules=psk&history=A1,B2&at=1')
    await says(page, 'A1', /black stone/)
    await says(page, 'B2', /B2, empty, worth/)
    await cell(page, 'B1').click()
    await says(page, 'B1', /white stone/)
    const url = page.url()
    await page.goBack()
    await says(page, 'B1', /B1, empty/)
    await page.goForward()
    await says(page, 'B1', /white stone/)
    const other = await open(url.split('#')[1])
    await says(other, 'B1', /white stone/)
    await other.locator('.variation').first().waitFor()
    assert.strictEqual(other.url(), url)
  })

  test('what is wrong is told, and the way back is open', async () => {
    const page = await open('board=2x2&rules=nonsense', {expected: /400|422/})
    await page.locator('[role=alert]', {hasText: 'nonsense'}).waitFor()
    await page.locator('[role=alert] button').click()
    await page.locator('#board .cell').first().waitFor()
  })
})

describePage('how it looks', ({open}) => {
  const places = {
    game: 'board=2x3&rules=kee2013&history=A1,B1,B2,pass&at=2&tree=A1(B1,B2,pass)(B2)',
    line: 'board=2x2&rules=simple&show=line&step=3',
    graph: `board=ring.graph&graph=${graph({points: ['n', 'e', 's', 'w'], edges: [['n', 'e'], ['e', 's'], ['s', 'w'], ['w', 'n']]})}` +
      '&rules=psk&history=n',
  }
  for (const [name, place] of Object.entries(places))
    for (const [kind, options] of Object.entries({wide: {}, dark: {dark: true}, phone: {size: 'phone', touch: true},
      narrow: {size: 'narrow', touch: true, dark: true}}))
      test(`${name}, ${kind}`, async () => {
        const page = await open(place, options)
        await page.locator('.headline[data-proven=yes]').waitFor()
        await page.locator('#board .cell').first().waitFor()
        await screenshot(page, `play-${name}-${kind}`)
        await checkWidth(page, `${name}, ${kind}`)
        await checkAccess(page, `${name}, ${kind}`)
      })
})
