// Several pages at once, pages that are closed, servers that go away: nothing hangs, nothing lies, nothing is lost.
const assert = require('node:assert')
const {test} = require('node:test')
const {checkAccess, describePage, eventually, run, screenshot} = require('./fixture.js')

const cell = (page, point) => page.locator(`#board .cell[data-point="${point}"]`)
const says = (page, point, pattern) => eventually(async () =>
  pattern.test((await cell(page, point).getAttribute('aria-label')) ?? ''), `${point}: ${pattern}`)
const headline = (page, text) => page.locator('.headline', {hasText: text}).waitFor()
const long = 'board=4x4&rules=psk' // takes minutes
const working = page => page.locator('.notes .progress[data-state=running]')

async function runsOf(server) {
  const {runs} = await (await fetch(server.url + 'api/runs')).json()
  return runs
}

describePage('pages together', ({open, server}) => {
  test('two pages at once each get what they asked for', async () => {
    const [one, two] = await Promise.all([open('board=2x3&rules=kee2013'), open('board=3x3&rules=psk')])
    await Promise.all([headline(one, 'A tie with best play'), headline(two, 'Black wins by 9')])
    await Promise.all([says(one, 'A1', /worth −6/), says(two, 'B2', /worth \+9.*best/)])
    await Promise.all([cell(one, 'B2').click(), cell(two, 'A1').click()])
    await Promise.all([says(one, 'B1', /worth/), says(two, 'B2', /worth/)])
  })

  test('two pages that ask the same share one search; one stops it, both are told', async () => {
    const [one, two] = [await open(long), await open(long)]
    for (const page of [one, two]) {
      await page.locator('button', {hasText: 'Find the values'}).click()
      await working(page).waitFor()
    }
    assert.strictEqual((await runsOf(server())).filter(({state}) => state === 'running').length, 1)
    await working(one).locator('button', {hasText: 'Stop'}).click()
    for (const page of [one, two])
      await page.locator('.notes .note', {hasText: 'The search was stopped by your wish'}).waitFor()
    await says(one, 'B2', /B2, empty/)
    await eventually(async () => (await runsOf(server())).every(({state}) => state === 'done'), 'nothing runs')
  })

  test('a page that is closed leaves its search to go on, and another page finds it and stops it', async () => {
    const page = await open('board=4x4&rules=ssk')
    await page.locator('button', {hasText: 'Find the values'}).click()
    await working(page).waitFor()
    await page.close()
    await eventually(async () => (await runsOf(server())).some(({state, watched}) => state === 'running' && !watched),
      'it goes on, and nobody watches')
    const other = await open('board=2x2&rules=psk')
    await headline(other, 'Black wins by 1')
    await other.locator('.runs button', {hasText: 'Stop'}).click()
    await eventually(async () => (await runsOf(server())).every(({state}) => state === 'done'), 'it is stopped')
  })
})

describePage('a server that goes away', ({open, server, restart}) => {
  test('killed in the middle of a search: the page says so, goes on with the next server, and the store is sound', async () => {
    const page = await open('board=2x3&rules=kee2013', {expected: /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|net::ERR|502/})
    await headline(page, 'A tie with best play')
    // It may ask the new server to stop a search of the old one.
    const busy = await open(long, {expected: /net::ERR|404/})
    await busy.locator('button', {hasText: 'Find the values'}).click()
    await working(busy).waitFor()
    const {port, store} = server()
    await server().kill()
    await page.locator('.offline', {hasText: 'does not answer'}).waitFor({timeout: 1000}).catch(() => {})
    await cell(page, 'B2').click() // it asks, and learns that nobody is there
    await page.locator('.offline', {hasText: 'does not answer'}).waitFor()
    await busy.locator('.offline', {hasText: 'does not answer'}).waitFor()
    await checkAccess(page, 'offline')
    await screenshot(page, 'together-offline')
    const checked = await run('store', 'check', store)
    assert.strictEqual(checked.code, 0, checked.stderr)
    await restart({port, store})
    await page.locator('.offline').waitFor({state: 'detached'})
    await says(page, 'B1', /B1, empty, worth 0/)
    await working(busy).waitFor()
    await working(busy).locator('button', {hasText: 'Stop'}).click()
  })

  test('stopped while it searches: it ends in a moment', async () => {
    const page = await open(long, {expected: /net::ERR/})
    await page.locator('button', {hasText: /Find the values|Go on/}).click()
    await working(page).waitFor()
    const start = Date.now()
    const {code} = await server().stop('SIGINT')
    assert.strictEqual(code, 3)
    assert(Date.now() - start < 15000, `${Date.now() - start} ms`)
    await page.locator('.offline').waitFor()
    await restart()
  })
})
