// What the tests of the page share: a server, a browser, pages that are watched, screenshots, axe.
//
//   const {describePage} = require('./fixture.js')
//   describePage('moves', ({open}) => {
//     test('a stone is played', async () => {
//       const page = await open('board=2x3&rules=psk')
//       ...
//     })
//   })
//
// A page that reports an error, breaks its content security policy, or asks anybody but its server fails its test.
const assert = require('node:assert')
const {spawn} = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const {after, afterEach, before, describe} = require('node:test')
const {chromium} = require('playwright-core')

const PATIENCE = 20000 // milliseconds: for what takes far less unless the machine is busy
const SIZES = {wide: [1280, 800], phone: [390, 844], narrow: [360, 640]}
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

function temporaryFolder() {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'solve-browser-'))
}

// Runs the program to its end: {code, stdout, stderr}.
function run(...args) {
  return new Promise(resolve => {
    const child = spawn(process.env.SOLVE, args, {stdio: ['ignore', 'pipe', 'pipe']})
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', text => (stdout += text))
    child.stderr.on('data', text => (stderr += text))
    child.on('close', code => resolve({code, stdout, stderr}))
  })
}

// A server on a free port, or on one that is named. With a folder for its store unless store is false.
class Server {
  static async start({port = 0, store = true, args = []} = {}) {
    const server = new Server()
    server.made = store === true ? temporaryFolder() : null
    server.store = store === true ? path.join(server.made, 'store') : store
    const all = ['explore', '--port', String(port), ...args]
    if (server.store) all.push('--store', server.store)
    server.child = spawn(process.env.SOLVE, all, {stdio: ['ignore', 'pipe', 'pipe']})
    server.stderr = ''
    server.child.stderr.on('data', text => (server.stderr += text))
    server.ended = new Promise(resolve => server.child.on('exit', (code, signal) => resolve({code, signal})))
    server.url = await new Promise((resolve, reject) => {
      let said = ''
      server.child.stdout.on('data', text => {
        said += text
        const found = said.match(/http:\/\/\S+?\/(?=[\s#]|$)/)
        if (found && said.includes('\n')) resolve(found[0])
      })
      server.child.on('error', reject)
      server.ended.then(() => reject(new Error(`the server ended: ${server.stderr}`)))
    })
    return server
  }

  get port() {
    return Number(new URL(this.url).port)
  }

  async stop(signal = 'SIGTERM') {
    this.child.kill(signal)
    const how = await this.ended
    if (this.made) fs.rmSync(this.made, {recursive: true, force: true})
    this.made = null
    return how
  }

  // Killed, its store is left.
  async kill() {
    this.child.kill('SIGKILL')
    await this.ended
  }
}

function startBrowser() {
  const args = ['--force-color-profile=srgb']
  if (process.getuid() === 0) args.push('--no-sandbox')
  return chromium.launch({executablePath: process.env.CHROMIUM, args})
}

// Opens url in a window of its own. size: a key of SIZES or [width, height]. expected: a pattern of
// errors on the console that the test is about.
async function openPage(browser, url, {size = 'wide', dark = false, touch = false, expected = null,
  reducedMotion = 'no-preference', permissions = []} = {}) {
  const [width, height] = SIZES[size] ?? size
  const context = await browser.newContext({viewport: {width, height}, colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch, isMobile: touch, reducedMotion, permissions, acceptDownloads: true})
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  page.faults = []
  page.expected = expected
  const fault = text => {
    if (!(page.expected && page.expected.test(text))) page.faults.push(text)
  }
  const home = new URL(url)
  page.on('pageerror', error => fault(String(error.stack || error)))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning')
      fault(`${message.text()} (${message.location().url})`)
  })
  page.on('request', request => {
    const asked = new URL(request.url())
    if (!['data:', 'blob:'].includes(asked.protocol) && asked.origin !== home.origin)
      fault(`asks ${request.url()}`)
  })
  await page.goto(url)
  return page
}

// A suite of tests against a server and a browser of its own. body gets an object of what they use:
// open(fragment, options), server() and browser().
function describePage(name, body, options = {}) {
  describe(name, {timeout: 900000}, () => {
    let server
    let browser
    let pages = []
    before(async () => {
      browser = await startBrowser()
      server = await Server.start(options)
    })
    afterEach(async () => {
      const faults = pages.flatMap(page => page.faults)
      for (const page of pages) await page.context().close()
      pages = []
      assert.deepStrictEqual(faults, [])
    })
    after(async () => {
      await browser?.close()
      await server?.stop()
    })
    body({
      server: () => server,
      browser: () => browser,
      // After the server was killed or stopped: with its store, if how names that.
      restart: async (how = {}) => {
        const {made, store} = server
        server = await Server.start({...options, ...how})
        if (made && how.store === store) server.made = made
        return server
      },
      open: async (fragment = '', pageOptions = {}) => {
        const page = await openPage(browser, server.url + (fragment && '#' + fragment), pageOptions)
        pages.push(page)
        return page
      },
    })
  })
}

// Saves a picture of all of the page, to be looked at.
async function screenshot(page, name) {
  await page.screenshot({path: path.join(process.env.SCREENSHOTS, name + '.png'), fullPage: true})
}

// Fails where axe-core finds anything serious or critical; what is less is printed.
async function checkAccess(page, what) {
  await page.evaluate(axeSource)
  const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ['violations'], preload: false}))
  const told = violations.map(v => `${what}: ${v.impact}: ${v.id}: ${v.help}: ` +
    v.nodes.slice(0, 4).map(node => `${node.target} ${node.failureSummary}`).join(' | '))
  const bad = told.filter((_, i) => ['serious', 'critical'].includes(violations[i].impact))
  for (const line of told) if (!bad.includes(line)) console.log(line)
  assert.deepStrictEqual(bad, [])
}

// Fails where something is wider than the window.
async function checkWidth(page, what) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert(wide <= window, `${what}: ${wide} pixels in a window of ${window}`)
}

// Until test() gives something true; what it threw last, else.
async function eventually(test, what, patience = PATIENCE) {
  const end = Date.now() + patience
  for (;;) {
    let problem
    try {
      const found = await test()
      if (found) return found
    } catch (error) {
      problem = error
    }
    if (Date.now() > end) throw problem ?? new Error(`never: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

module.exports = {PATIENCE, SIZES, Server, checkAccess, checkWidth, describePage, eventually, openPage, run, screenshot,
  startBrowser, temporaryFolder}
