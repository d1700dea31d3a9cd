// The page comes up, says what it is, and breaks nothing.
const assert = require('node:assert')
const {test} = require('node:test')
const {checkAccess, checkWidth, describePage, screenshot} = require('./fixture.js')

describePage('the first look', ({open}) => {
  for (const [name, options] of Object.entries({
    light: {}, dark: {dark: true}, phone: {size: 'phone', touch: true}, narrow: {size: 'narrow', touch: true},
    'phone-dark': {size: 'phone', touch: true, dark: true}})) {
    test(`${name}: nothing sticks out, nothing serious for axe`, async () => {
      const page = await open('', options)
      await page.locator('h1').first().waitFor()
      assert(await page.title())
      await screenshot(page, `first-${name}`)
      await checkWidth(page, name)
      await checkAccess(page, name)
    })
  }
})
