// Rules in the page: presets, fields, komi; two rulesets side by side; what every ruleset says.
const assert = require('node:assert')
const {test} = require('node:test')
const {checkAccess, checkWidth, describePage, eventually, screenshot} = require('./fixture.js')

const hash = page => decodeURIComponent(new URL(page.url()).hash)
const headline = page => page.locator('.status .headline')

describePage('rules', ({open}) => {
  test('a preset is told in a sentence, with its source', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.locator('.ruleset-words', {hasText: 'No stone may bring back any board'}).waitFor()
    await page.locator('#rules').selectOption('kee2013')
    await page.locator('.ruleset-words', {hasText: 'Kee Rules of Go, 30 April 2013'}).waitFor()
    await headline(page).filter({hasText: 'A tie'}).waitFor()
    assert.match(hash(page), /rules=kee2013/)
  })

  test('with three players the page tells what each coalition gets', async () => {
    const page = await open('board=1x3&rules=kee2013,players=3')
    await headline(page).filter({hasText: 'Values by coalition'}).waitFor()
    const row = page.locator('.coalitions tbody tr', {hasText: 'White, Third'}).first()
    await row.filter({hasText: 'B1'}).waitFor()
    assert.match(await row.textContent(), /White, Third00B1/)
    await screenshot(page, 'three-players')
  })

  test('a field that is changed shows in the name, in the URL and in what moves are worth', async () => {
    const page = await open('board=2x2&rules=psk')
    await page.getByText('Change these rules').click()
    await page.locator('[data-field=suicide]').selectOption('multi')
    await page.locator('.changed-rules code', {hasText: 'psk,suicide=multi'}).waitFor()
    assert.match(hash(page), /rules=psk,suicide=multi/)
    await page.locator('[data-field=scoring]').selectOption('stone')
    await page.locator('.changed-rules code', {hasText: 'psk,suicide=multi,scoring=stone'}).waitFor()
    await page.getByRole('button', {name: 'Back to psk'}).click()
    await eventually(() => /rules=psk(&|$)/.test(hash(page)), 'the preset is back')
    await page.goBack()
    await page.locator('.changed-rules code', {hasText: 'psk,suicide=multi,scoring=stone'}).waitFor()
    await checkAccess(page, 'fields')
  })

  test('komi: what is no half number is refused where it was typed', async () => {
    const page = await open('board=1x3&rules=psk')
    await headline(page).filter({hasText: 'Black wins by 3'}).waitFor()
    const komi = page.getByLabel('Komi')
    await komi.fill('3.5')
    await komi.press('Enter')
    await headline(page).filter({hasText: 'White wins by 0.5'}).waitFor()
    await komi.fill('3.3')
    await komi.press('Enter')
    await page.getByText('Wanted: a whole or half number').waitFor()
    assert.match(hash(page), /komi=3\.5/)
  })
})

describePage('side by side', ({open}) => {
  test('2x2 under psk and kee2013: where they part, on both boards and in words', async () => {
    const page = await open('board=2x2&rules=psk&beside=kee2013')
    await headline(page).filter({hasText: 'Black wins by 1'}).waitFor()
    await page.locator('.beside .headline-small', {hasText: 'a tie'}).waitFor()
    const row = page.locator('.parts tbody tr', {hasText: 'A2'})
    await row.waitFor()
    assert.deepStrictEqual(await row.locator('td').allTextContents(), ['+1', '0'])
    assert(await page.locator('#board-beside').count() === 1)
    assert.match(await page.locator('.beside .other[data-move=pass]').innerText(), /Pass\s*0/)
    await page.locator('#board [data-point=A2]').hover()
    await page.locator('.beside .detail', {hasText: 'A2: worth 0: a tie; a best move'}).waitFor()
    await page.locator('.board-side .detail', {hasText: 'A2: worth +1: Black wins by 1'}).waitFor()
    await eventually(async () => (await page.locator('.shudan-marker_differs').count()) >= 8, 'marks on both boards')
    await screenshot(page, 'beside')
    await checkAccess(page, 'beside')
    await page.getByRole('button', {name: 'Do not compare any more'}).click()
    assert.doesNotMatch(hash(page), /beside/)
  })

  test('a move that the other ruleset refuses is told, with the reason', async () => {
    const page = await open('board=2x2&rules=kee2013&beside=psk&history=A2,B1,B2,A1,A2,B2,A2')
    await page.locator('.beside .note-illegal', {hasText: /move 7.*not\s+allowed: recreates the board after move 1/}).waitFor()
  })

  test('on a phone the boards stand below each other', async () => {
    const page = await open('board=2x2&rules=psk&beside=kee2013', {size: 'narrow', touch: true})
    await page.locator('.parts tbody tr').first().waitFor()
    await checkWidth(page, 'beside')
    await screenshot(page, 'beside-narrow')
  })

  test('the smallest difference is found and loaded', async () => {
    const page = await open('board=1x4&rules=psk&beside=ssk')
    const find = page.getByRole('button', {name: /smallest difference/i})
    await find.click()
    await page.getByText(/give every position of this board the same value|differs/).waitFor()
    await page.goto(page.url().replace(/#.*/, '#board=2x2&rules=psk&beside=kee2013'))
    await page.getByRole('button', {name: /smallest difference/i}).click()
    await page.locator('.smallest .note', {hasText: 'The empty board differs already'}).waitFor()
    await page.goto(page.url().replace(/#.*/, '#board=1x3&rules=psk&beside=nssk'))
    await page.getByRole('button', {name: /smallest difference/i}).click()
    await page.locator('.smallest .note').waitFor()
  })
})

describePage('every ruleset', ({open}) => {
  test('why Black\'s third stone on 2x2 is refused or punished', async () => {
    const page = await open()
    await page.getByRole('link', {name: /third stone/}).click()
    const row = name => page.locator('.every tbody tr', {has: page.getByRole('button', {name, exact: true})})
    await row('psk').filter({hasText: 'costs 5 points'}).waitFor()
    await row('psk').filter({hasText: 'White answers B2, and then A2 is refused: recreates the board after move 1'}).waitFor()
    await row('psk').filter({hasText: 'Best play: B2, pass, pass'}).waitFor()
    await row('kee2013').filter({hasText: '0, best'}).waitFor()
    await row('simple').filter({hasText: 'Simple ko'}).filter({hasText: 'best, neither side can force better'}).waitFor()
    await page.getByRole('button', {name: 'One move forward'}).or(page.locator('.steps button').nth(2)).first().click()
    await page.locator('.steps button').nth(2).click()
    await row('psk').filter({hasText: 'refused: recreates the board after move 1'}).waitFor()
    await screenshot(page, 'every')
    await checkAccess(page, 'every')
  })

  test('what a corner costs on 2x3, under both rules', async () => {
    const page = await open()
    await page.getByRole('link', {name: /corner cost on 2/}).click()
    await eventually(async () => (await page.locator('#board [data-point=A1]').getAttribute('aria-label')).includes('costs 6 points'), 'kee2013')
    await eventually(async () => (await page.locator('#board-beside [data-point=A1]').getAttribute('aria-label')).includes('costs 6 points'), 'psk')
  })
})
