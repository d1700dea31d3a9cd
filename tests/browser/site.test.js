// A site of files says what the program says: of every state that it holds, turned in all ways, and of what comes after
// them. And a browser shows it, opened from the disk and from a web server.
const assert = require('node:assert')
const {spawn} = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const {after, before, describe, test} = require('node:test')
const readline = require('node:readline')
const {Server, checkAccess, checkWidth, eventually, openPage, run, screenshot, startBrowser, temporaryFolder} =
  require('./fixture.js')

const page = path.resolve(__dirname, '../../page/src')
let folder

before(async () => {
  folder = temporaryFolder()
  const done = await run('explore', '--export', path.join(folder, 'site'), '--boards', '1x1,1x3,1x4,2x2,2x3',
    '--rules', 'psk,kee2013,ljrg,migos,simple,psk,suicide=multi', '--depth', '3', '--games', '400', '--starts', '6')
  assert.strictEqual(done.code, 0, done.stderr)
})
after(() => fs.rmSync(folder, {recursive: true, force: true}))

// The functions of the page's site.js over the files.
async function openSite() {
  const {siteNew} = await import(path.join(page, 'site.js'))
  const read = name => fs.readFileSync(path.join(folder, 'site', decodeURIComponent(name)), 'utf8')
  const load = async name => {
    const text = read(name)
    return JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')))
  }
  return siteNew(await load('data/site.js'), load)
}

// Answers of one `solve batch`, one after the other.
class Batch {
  constructor() {
    this.child = spawn(process.env.SOLVE, ['batch', '--threads', '1', '--memory', '1G'], {stdio: ['pipe', 'pipe', 'inherit']})
    this.waiting = []
    readline.createInterface({input: this.child.stdout}).on('line', line => this.waiting.shift()(JSON.parse(line)))
  }

  ask(query) {
    this.child.stdin.write(JSON.stringify(query) + '\n')
    return new Promise(resolve => this.waiting.push(resolve))
  }

  end() {
    this.child.stdin.end()
  }
}

// The same numbers from run to run.
function randomNumbers(seed) {
  return below => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor(seed / 2 ** 32 * below)
  }
}

const replayKeys = ['board', 'graph', 'rules', 'rules_fields', 'position', 'to_move', 'prohibited', 'history', 'final',
  'next', 'ended', 'winner', 'score', 'moves', 'legal', 'not_played', 'stands']
const solveKeys = ['position', 'to_move', 'history', 'final', 'next', 'ended', 'winner', 'score', 'komi', 'best_order',
  'value', 'proven', 'at_komi', 'best', 'best_complete', 'moves', 'moves_complete', 'stopped']
const pick = (object, keys) => Object.fromEntries(keys.map(key => [key, object[key]]))

describe('a site of files', {timeout: 300000}, () => {
  test('says what batch and the server say', async () => {
    const site = await openSite()
    const batch = new Batch()
    const server = await Server.start({store: false, args: ['--no-store']})
    const random = randomNumbers(1)
    const {pairs} = await site.about()
    const seen = {held: 0, beyond: 0, refused: 0, unknown: 0}
    for (const pair of pairs) {
      const {layout} = await site.view({board: pair.board, rules: pair.rules})
      for (let i = 0; i < 60; i++) {
        const query = {board: pair.board, rules: pair.rules, komi: random(4) === 0 ? random(9) / 2 - 2 : 0, history: []}
        const free = layout.points.length
        if (random(2) === 0) {
          const stones = Array.from({length: free}, () => '.XO'[random(3)]).join('')
          query.position = stones.match(new RegExp(`.{${layout.columns}}`, 'g')).join('/')
          query.to_move = random(2) === 0 ? 'black' : 'white'
        }
        for (let turns = random(6); turns > 0; turns--) {
          const name = random(free + 2)
          query.history.push(name < free ? layout.points[name].name : name === free ? 'pass' : 'refresh')
        }
        let view
        try {
          view = await site.view(query)
        } catch (error) {
          assert(error.error, error)
          seen.unknown++
          continue
        }
        const where = JSON.stringify(query)
        const replayed = await batch.ask({...query, action: 'replay'})
        assert(!replayed.error, where + JSON.stringify(replayed.error))
        if (view.beyond !== undefined) {
          seen.beyond++
          const keys = replayKeys.filter(key => key !== 'stands')
          assert.deepStrictEqual(pick(view, keys), pick(replayed, keys), where)
          const solved = await batch.ask(query)
          if (view.known) assert.deepStrictEqual(view.known.value, solved.value, where)
          continue
        }
        assert.deepStrictEqual(pick(view, replayKeys), pick(replayed, replayKeys), where)
        const solved = await batch.ask({...query, history: replayed.history})
        assert.deepStrictEqual(pick(view.known, solveKeys), pick(solved, solveKeys), where)
        const [first] = view.known.line
        if (first && solved.best_complete) assert(solved.best.includes(first), where + first)
        seen[view.legal ? 'held' : 'refused']++
        const answer = await fetch(server.url + 'api/view', {method: 'POST', body: JSON.stringify(query),
          headers: {'Content-Type': 'application/json'}})
        const told = await answer.json()
        assert.strictEqual(answer.status, 200, where + JSON.stringify(told))
        for (const one of [view, told]) for (const key of ['known', 'known_moves']) delete one[key]
        assert.deepStrictEqual(view, told, where)
      }
    }
    batch.end()
    await server.stop()
    console.log(JSON.stringify(seen))
    for (const count of Object.values(seen)) assert(count > 20, JSON.stringify(seen))
  })
})

const cell = (page, point) => page.locator(`#board .cell[data-point="${point}"]`)
const says = (page, point, pattern) => eventually(async () =>
  pattern.test((await cell(page, point).getAttribute('aria-label')) ?? ''), `${point}: ${pattern}`)
const headline = (page, text) => page.locator('.headline', {hasText: text}).waitFor()

// A web server that knows nothing of the site.
async function serveFiles() {
  const child = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', path.join(folder, 'site'), '0'],
    {stdio: ['ignore', 'pipe', 'ignore']})
  const url = await new Promise(resolve => {
    let said = ''
    child.stdout.on('data', text => {
      said += text
      const found = said.match(/http:\/\/[\d.]+:\d+\//)
      if (found) resolve(found[0])
    })
  })
  return {url, stop: () => child.kill()}
}

for (const how of ['from the disk', 'from a web server']) {
  describe(`a site ${how}`, {timeout: 300000}, () => {
    let browser
    let served
    let url
    const open = (fragment, options) => openPage(browser, url + (fragment && '#' + fragment), options)
    const close = async page => {
      assert.deepStrictEqual(page.faults, [])
      await page.context().close()
    }

    before(async () => {
      browser = await startBrowser()
      served = how === 'from the disk' ? null : await serveFiles()
      url = served ? served.url : `file://${folder}/site/index.html`
    })
    after(async () => {
      await browser?.close()
      served?.stop()
    })

    test('values, a move, back and forward, and where the site ends', async () => {
      const page = await open('board=2x3&rules=kee2013')
      await headline(page, 'A tie with best play')
      await says(page, 'A1', /worth −6: White wins by 6, costs 6 points/)
      await cell(page, 'B2').click()
      await eventually(() => page.url().endsWith('history=B2'), 'the URL has the move')
      await says(page, 'B1', /worth 0/)
      await page.goBack()
      await says(page, 'B2', /B2, empty/)
      await page.goForward()
      await says(page, 'B2', /black/i)
      await close(page)
      const deep = await open('board=2x3&rules=kee2013&history=A1,A2,C1,pass,pass')
      await deep.locator('text=This site holds games of 3 moves').first().waitFor()
      await screenshot(deep, `site-end-${served ? 'served' : 'disk'}`)
      await close(deep)
    })

    test('why a move is not allowed; the board that would come back', async () => {
      const page = await open('board=1x3&rules=psk&history=B1,pass,A1,C1')
      await says(page, 'B1', /not allowed: .*after move 2/)
      await cell(page, 'B1').hover()
      await page.locator('.detail', {hasText: 'recreates the board after move 2'}).waitFor()
      await close(page)
    })

    test('another ruleset, and two side by side', async () => {
      const page = await open('board=2x2&rules=psk')
      await headline(page, 'Black wins by 1')
      await page.locator('#rules').selectOption('kee2013')
      await headline(page, 'A tie')
      await page.locator('#beside').selectOption('psk')
      await page.locator('text=Where they part').waitFor()
      await eventually(() => /rules=kee2013.*beside=psk/.test(page.url()), 'the URL has both')
      await close(page)
    })

    test('best play plays itself to its end', async () => {
      const page = await open('board=2x2&rules=psk')
      await page.locator('button', {hasText: 'Show best play'}).click()
      await eventually(() => /show=line/.test(page.url()), 'a line is shown')
      await eventually(async () => /step=[4-9]/.test(page.url()), 'it goes on beyond the games that are held')
      await screenshot(page, `site-line-${served ? 'served' : 'disk'}`)
      await close(page)
    })

    test('a position is set up', async () => {
      const page = await open('board=2x2&rules=psk')
      await page.locator('.set-up').click()
      await page.locator('#setup-board .cell[data-point="B1"]').click()
      await page.locator('[data-setup=done]').click()
      await headline(page, 'Black wins by 4 with best play')
      assert.match(page.url(), /position=\.\.\/\.X$/)
      await close(page)
    })

    test('a row of a published table opens its board', async () => {
      const page = await open('view=tables')
      const link = page.locator('main a[href*="table="]').first()
      await link.waitFor()
      await page.goto(url + '#view=tables&table=kee2013')
      const row = page.locator('tr.opens').first()
      await row.waitFor()
      await row.locator('button.link').first().click()
      await page.locator('#board .cell').first().waitFor()
      await close(page)
    })

    test('what needs the program is absent; nothing serious for axe', async () => {
      for (const [name, options] of Object.entries({light: {}, dark: {dark: true}, phone: {size: 'phone', touch: true}})) {
        const page = await open('', options)
        await page.locator('.headline').waitFor()
        await page.locator('#board .cell').first().waitFor()
        assert.match(await page.title(), /^2x3, psk/) // the largest board, the first ruleset
        assert.strictEqual(await page.locator('text=Certificates').count(), 0)
        await checkWidth(page, name)
        await checkAccess(page, `site ${name}`)
        await screenshot(page, `site-${name}-${served ? 'served' : 'disk'}`)
        await close(page)
        const about = await open('view=about', options)
        await about.locator('text=What this site holds').waitFor()
        await checkWidth(about, `about ${name}`)
        await checkAccess(about, `site about ${name}`)
        await screenshot(about, `site-about-${name}-${served ? 'served' : 'disk'}`)
        await close(about)
      }
    })
  })
}
