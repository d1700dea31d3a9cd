// Every view, light and dark, wide and on phones: nothing serious for axe-core, nothing wider than the window.
const assert = require('node:assert')
const {test} = require('node:test')
const {checkAccess, checkWidth, describePage, screenshot} = require('./fixture.js')

const board = page => page.locator('#board .cell').first().waitFor()
const views = {
  values: ['board=3x3&rules=psk', page => page.locator('.headline', {hasText: 'Black wins by 9'}).waitFor()],
  game: ['board=2x2&rules=psk&history=A2,B1,B2,A1&at=4', page => page.locator('.move').first().waitFor()],
  gap: ['board=2x2&rules=simple', page => page.locator('.headline', {hasText: 'Neither'}).waitFor()],
  beside: ['board=2x2&rules=psk&beside=kee2013', page => page.locator('text=Where they part').waitFor()],
  line: ['board=2x2&rules=psk&show=line&step=2', page => page.locator('text=Best play from here').waitFor()],
  lap: ['board=1x2&rules=none&show=endless&step=0', board],
  large: ['board=9x9&rules=psk', board],
  wrong: ['board=2x2&rules=nonsense', page => page.locator('text=This cannot be shown').waitFor()],
  tables: ['view=tables', page => page.locator('main a[href*="table="]').first().waitFor()],
  table: ['view=tables&table=kee2013', page => page.locator('tr.opens').first().waitFor()],
  certificates: ['view=certificates', page => page.locator('main h1').waitFor()],
  about: ['view=about', page => page.locator('main h1').waitFor()],
  keys: ['board=2x2&rules=psk', async page => {
    await board(page)
    await page.keyboard.press('?')
    await page.locator('dialog[open], [role=dialog]').first().waitFor()
  }],
}
const looks = {light: {}, dark: {dark: true}, phone: {size: 'phone', touch: true}, narrow: {size: 'narrow', touch: true, dark: true}}

describePage('every view', ({open}) => {
  for (const [name, [fragment, ready]] of Object.entries(views))
    test(name, async () => {
      for (const [look, options] of Object.entries(looks)) {
        const page = await open(fragment, {...options, expected: name === 'wrong' ? /400/ : null})
        await ready(page)
        await checkWidth(page, `${name}, ${look}`)
        await checkAccess(page, `${name}, ${look}`)
        await screenshot(page, `view-${name}-${look}`)
        await page.close()
      }
    })
})

// Steps by Tab (or Shift+Tab) until the focus leaves the page; what it met on the way.
async function tabThrough(page, key) {
  const met = []
  for (;;) {
    await page.keyboard.press(key)
    const here = await page.evaluate(() => {
      const element = document.activeElement
      if (element === document.body) return null
      window.stops ??= new Map()
      if (!window.stops.has(element)) window.stops.set(element, `${window.stops.size} ${element.outerHTML.slice(0, 80)}`)
      return window.stops.get(element)
    })
    if (here === null || here === met[0]) return met
    assert(!met.includes(here), `${key} comes to ${here} again`)
    met.push(here)
  }
}

describePage('a finger', ({open}) => {
  test('what is tapped does not move away: a pass after a point that is not allowed', async () => {
    const page = await open('board=2x2&rules=psk&history=A2,B1,B2,A1,A2,B2', looks.phone)
    const pass = page.locator('.other[data-move=pass]')
    await pass.filter({hasText: '4'}).waitFor()
    await page.locator('#board [data-point=A2]').tap({force: true})
    await page.locator('.detail figure').waitFor()
    await page.waitForTimeout(400)
    const {x, y, width} = await pass.boundingBox()
    await page.touchscreen.tap(x + width / 2, y + 3)
    await page.waitForURL(/A2,B2,pass/)
    await page.close()
  })
})

describePage('the keyboard', ({open}) => {
  for (const name of ['values', 'beside', 'line', 'table'])
    test(`${name}: Tab goes through the whole page, and back`, async () => {
      const [fragment, ready] = views[name]
      const page = await open(fragment)
      await ready(page)
      // What comes and goes while values are looked for would be a stop in one direction only.
      await page.waitForFunction(() => !document.querySelector('.progress, .runs li, [aria-label*="not known"]'))
      await page.evaluate(() => document.body.focus())
      const there = await tabThrough(page, 'Tab')
      assert(there.length >= 15, `only ${there.length} stops`)
      const back = await tabThrough(page, 'Shift+Tab')
      assert.deepStrictEqual(back.reverse(), there)
      await page.close()
    })
})
