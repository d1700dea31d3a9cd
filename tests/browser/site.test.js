// A site of files says what the program says: of every state that it holds, turned in all ways, and of what comes after
// them. And a browser shows it, opened from the disk and from a web server.
const assert = require('node:assert')
const {spawn} = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const {after, before, describe, test} = require('node:test')
const readline = require('node:readline')
const {Server, run, temporaryFolder} = require('./fixture.js')

const page = path.resolve(__dirname, '../../page/src')
let folder

before(async () => {
  folder = temporaryFolder()
  const done = await run('explore', '--export', path.join(folder, 'site'), '--boards', '1x1,1x4,2x2,2x3',
    '--rules', 'psk,kee2013,ljrg,migos,3-plays,simple,psk,suicide=multi', '--depth', '3', '--starts', '6')
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
        if (view.beyond) {
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
