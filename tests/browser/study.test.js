// Tables, certificates, exports, searches: what researchers come for.
const assert = require('node:assert')
const fs = require('node:fs')
const path = require('node:path')
const {test} = require('node:test')
const {checkAccess, checkWidth, describePage, eventually, run, screenshot, temporaryFolder} = require('./fixture.js')

const hash = page => decodeURIComponent(new URL(page.url()).hash)

describePage('tables', ({open}) => {
  test('nine tables with their verdicts; one is read, filtered, and a row leads to its board', async () => {
    const page = await open('view=tables')
    await eventually(async () => (await page.locator('.cards li').count()) === 9, 'nine tables')
    await checkAccess(page, 'tables')
    await screenshot(page, 'tables')
    await page.getByRole('link', {name: /Kee Rules of Go \(2013\)/}).click()
    await eventually(async () => (await page.locator('.results tbody tr').count()) === 16, 'its rows')
    await checkAccess(page, 'a table')
    await screenshot(page, 'table')
    await page.getByLabel('Filter').fill('2x1 refresh=no')
    await eventually(async () => (await page.locator('.results tbody tr').count()) === 2, 'two rows')
    await page.locator('.results tbody tr', {hasText: 'A1 pass pass'}).getByRole('button').click()
    await eventually(() => /board=2x1&rules=kee2013,refresh=no&history=A2,A1,pass,pass&at=1/.test(hash(page)), 'the board')
    await page.locator('.status .headline', {hasText: 'White wins by 2'}).waitFor()
    await page.goBack()
    await page.locator('.results').waitFor()
  })

  test('on a phone a table scrolls by itself', async () => {
    const page = await open('view=tables&table=drange-1998', {size: 'phone', touch: true, dark: true})
    await page.locator('.results tbody tr').first().waitFor()
    await checkWidth(page, 'table')
    await checkAccess(page, 'table on a phone')
    await screenshot(page, 'table-phone-dark')
  })

  test('a table that is not there is told so', async () => {
    const page = await open('view=tables&table=nothing', {expected: /404/})
    await page.getByRole('alert').filter({hasText: "there is no table 'nothing'"}).waitFor()
  })
})

describePage('certificates', ({open}) => {
  test('one is checked and shown, and downloaded byte by byte', async () => {
    const page = await open('view=certificates')
    await page.getByLabel('Filter').fill('2x3-psk.proof')
    const button = page.getByRole('button', {name: 'Check 2x3-psk.proof'})
    await button.click()
    await page.locator('.check-result.accepted', {hasText: '2x3 under psk'}).waitFor()
    await checkAccess(page, 'certificates')
    await screenshot(page, 'certificates')
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', {name: 'Download 2x3-psk.proof'}).click()
    const file = await (await waiting).path()
    const kept = path.join(__dirname, '../../results/certificates/2x3-psk.proof')
    assert(fs.readFileSync(file).equals(fs.readFileSync(kept)))
    await page.getByRole('button', {name: 'Show 2x3-psk.proof on the board'}).click()
    await page.locator('.status .headline', {hasText: 'A tie'}).waitFor()
  })

  test('files of one\'s own: a good one, a spoilt one, and one that is none', async () => {
    const page = await open('view=certificates')
    const folder = temporaryFolder()
    const good = path.join(folder, 'good.proof')
    assert.strictEqual((await run('--board', '1x4', '--rules', 'psk', '--no-store', '--quiet', '--proof', good)).code, 0)
    const input = page.getByLabel('File', {exact: true})
    await input.setInputFiles(good)
    await page.locator('.own .accepted', {hasText: '1x4 under psk'}).waitFor()
    const bytes = fs.readFileSync(good)
    bytes[bytes.length - 20] ^= 1
    fs.writeFileSync(path.join(folder, 'bad.proof'), bytes)
    await input.setInputFiles(path.join(folder, 'bad.proof'))
    await page.locator('.own .check-result.refused', {hasText: 'Not accepted'}).waitFor()
    fs.writeFileSync(path.join(folder, 'none'), 'this is no certificate')
    await input.setInputFiles(path.join(folder, 'none'))
    await page.locator('.own', {hasText: 'none'}).locator('.check-result.refused, .wrong').first().waitFor()
    fs.rmSync(folder, {recursive: true})
  })

  test('narrow', async () => {
    const page = await open('view=certificates', {size: 'narrow', touch: true})
    await page.locator('.results tbody tr').first().waitFor()
    await checkWidth(page, 'certificates')
  })
})

describePage('exports', ({open}) => {
  const begins = {sgf: /^\(;FF\[4\]/, svg: /<svg/, png: /^.PNG/, pdf: /^%PDF/, json: /^\{"schema":2/}
  test('SGF, SVG, PNG, PDF, JSON and the address', async () => {
    const page = await open('board=2x3&rules=kee2013&history=B2', {permissions: ['clipboard-read', 'clipboard-write']})
    await page.locator('.status .headline', {hasText: 'A tie'}).waitFor()
    for (const [kind, pattern] of Object.entries(begins)) {
      const waiting = page.waitForEvent('download')
      await page.locator(`[data-export=${kind}]`).click()
      const download = await waiting
      assert.strictEqual(download.suggestedFilename(), `2x3-kee2013-B2.${kind}`)
      const text = fs.readFileSync(await download.path(), 'latin1')
      assert.match(text.slice(0, 300), pattern)
      if (kind === 'sgf') assert.match(text, /LB\[aa:\+6\]/)
      await page.locator('.export [role=status]', {hasText: `.${kind} is in your downloads`}).waitFor()
    }
    await page.locator('[data-export=url]').click()
    await page.locator('.export [role=status]', {hasText: 'clipboard'}).waitFor()
    assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), page.url())
  })
})

describePage('searches', ({open}) => {
  test('a long search shows its bounds, is stopped, and keeps what it proved', async () => {
    const page = await open('board=4x4&rules=nssk')
    await page.getByRole('button', {name: 'Find the values'}).click()
    await page.locator('.progress[data-state=running] .numbers').first().waitFor()
    await screenshot(page, 'progress')
    await checkAccess(page, 'progress')
    await page.locator('.status .progress, .game .progress').getByRole('button', {name: 'Stop'}).first().click()
    await page.getByText(/The search was stopped/).waitFor()
  })
})
