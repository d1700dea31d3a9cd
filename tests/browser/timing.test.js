// How soon values are on the screen: 3x3 under psk, with a store that has them. The times are printed. They are asked
// for only where SOLVE_TIMED is set, as on a machine that does nothing else: a second after opening, 100 ms after a
// click.
const assert = require('node:assert')
const {test} = require('node:test')
const {describePage, openPage} = require('./fixture.js')

const games = 'board=3x3&rules=psk'

// Runs in the page: the milliseconds until the points of stones have stones, and every other one says what it is worth
// or why it is not allowed; looked at with each frame.
const untilShown = stones => new Promise(resolve => {
  const look = () => {
    const cells = [...document.querySelectorAll('#board .cell')]
    const said = ({dataset, ariaLabel}) => stones.includes(dataset.point) ? /stone|black/i.test(ariaLabel)
      : /worth|not allowed/.test(ariaLabel)
    if (cells.length === 9 && cells.every(said)) resolve(performance.now())
    else requestAnimationFrame(look)
  }
  look()
})

describePage('time', ({browser, open, restart, server}) => {
  test('values of 3x3 psk after opening, and after a click', async () => {
    // The store gets them, and the server is a new one.
    const first = await open(games)
    await first.evaluate(untilShown, [])
    await first.locator('#board .cell[data-point="A1"]').click()
    await first.evaluate(untilShown, ['A1'])
    await first.close()
    const {store, port} = server()
    await server().kill()
    await restart({store, port})

    const opened = []
    const clicked = []
    for (let i = 0; i < 5; i++) {
      const page = await openPage(browser(), server().url + '#' + games)
      opened.push(await page.evaluate(untilShown, []))
      await page.waitForTimeout(500) // a hand needs as long to get there; the page looks up where clicks would lead
      const start = await page.evaluate(() => {
        document.querySelector('#board .cell[data-point="A1"]').click()
        return performance.now()
      })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      clicked.push(await page.evaluate(untilShown, ['A1']) - start)
      assert.deepStrictEqual(page.faults, [])
      await page.context().close()
    }
    const told = list => list.map(ms => Math.round(ms)).join(', ')
    console.log(`3x3 psk with a store: values ${told(opened)} ms after opening, ${told(clicked)} ms after a click`)
    if (!process.env.SOLVE_TIMED) return
    const middle = list => [...list].sort((a, b) => a - b)[list.length >> 1]
    assert(middle(opened) <= 1000, `opened: ${told(opened)}`)
    assert(middle(clicked) <= 100, `clicked: ${told(clicked)}`)
  })
})
