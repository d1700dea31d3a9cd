// The page of 'solve report', from the disk: wide, narrow, dark, without scripts; all that a click leads to is there.
const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const {pathToFileURL} = require('node:url')
const {after, before, describe, test} = require('node:test')
const {checkAccess, checkWidth, openPage, run, screenshot, startBrowser, temporaryFolder} = require('./fixture.js')

describe('report', {timeout: 300000}, () => {
  let folder
  let browser
  let url

  before(async () => {
    folder = temporaryFolder()
    const done = await run('report', '--boards', '1x1..1x5,2x2,3x4', '--rules', 'psk,ssk,nssk,none,kee2013,fixed-ko,psk,suicide=multi',
      '--cell-seconds', '2', '--find-points', '4', '--quiet', '--out', path.join(folder, 'report'))
    assert(done.code === 0 || done.code === 3, done.stderr)
    url = pathToFileURL(path.join(folder, 'report', 'index.html')).href
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    fs.rmSync(folder, {recursive: true, force: true})
  })

  for (const size of ['wide', 'phone', 'narrow'])
    for (const dark of [false, true])
      test(`${size}${dark ? ', dark' : ''}`, async () => {
        const page = await openPage(browser, url, {size, dark})
        await checkWidth(page, size)
        await checkAccess(page, size)
        await screenshot(page, `report-${size}${dark ? '-dark' : ''}`)
        assert.deepStrictEqual(page.faults, [])
        await page.context().close()
      })

  test('a value leads to its line and certificate, a pair to its figure', async () => {
    const page = await openPage(browser, url)
    const row = page.locator('#c-2x2-psk')
    await page.getByRole('region', {name: 'Values'}).getByRole('row', {name: /^2x2/}).getByRole('link').nth(1).click()
    assert(await row.evaluate(element => element.matches(':target')))
    assert.match(await row.innerText(), /[0-9a-f]{32}/)
    const pair = page.getByRole('region', {name: 'Smallest differences'}).getByRole('link').first()
    const target = (await pair.getAttribute('href')).slice(1)
    await pair.click()
    const figure = page.locator(`figure#${target}`)
    assert(await figure.getByRole('img').isVisible())
    await page.context().close()
  })
})
