// sabaki.js PROGRAM: drives `solve gtp` with Sabaki's own client, as Sabaki does: commands, the state of a game kept in
// step, analysis that ends with the next command.
const assert = require('assert')
const {Controller, ControllerStateTracker, Command} = require('@sabaki/gtp')

async function send(engine, text, wanted) {
  const response = await engine.sendCommand(Command.fromString(text))
  assert.strictEqual(response.error, false, `${text}: ${response.content}`)
  if (wanted !== undefined) assert.strictEqual(response.content, wanted, text)
  return response.content
}

// The reports of an analysis, until one of them is wanted; then another command ends it.
async function analyse(engine, text, wanted) {
  const lines = []
  let found
  const met = new Promise(resolve => (found = resolve))
  const ended = engine.sendCommand(Command.fromString(text), ({line}) => {
    lines.push(line)
    if (wanted(line)) found()
  })
  await met
  await send(engine, 'name', 'solve')
  const response = await ended
  assert.strictEqual(response.error, false, text)
  return lines
}

// As Sabaki reads a report (its module enginesyncer.js).
function parse(line) {
  return line.split(/\s*info\s+/).slice(1).map(one => {
    const [, before, pv] = one.trim().match(/^(.*?)\s+pv\s+(.*?)(?:\s+rootInfo.*)?$/)
    const words = before.split(/\s+/)
    const values = {}
    for (let i = 0; i + 1 < words.length; i += 2) values[words[i]] = words[i + 1]
    return Object.assign(values, {pv: pv.split(/\s+/)})
  })
}

async function testGame(engine) {
  const tracker = new ControllerStateTracker(engine)
  await tracker.sync({boardsize: [4, 3], komi: 0.5, history: [
    {name: 'play', args: ['B', 'B2']}, {name: 'play', args: ['W', 'C2']}]})
  assert(/komi 0.5, move 2, Black to move/.test(await send(engine, 'showboard')))
  await tracker.sync({boardsize: [3, 3], komi: 0, history: [{name: 'play', args: ['B', 'B2']}]})
  assert(/komi 0, move 1, White to move/.test(await send(engine, 'showboard')))
  await send(engine, 'final_score', 'B+9')
  for (let i = 0; i < 100; i++) {
    const over = /the game is over/.test(await send(engine, 'showboard'))
    if (over) break
    assert(i < 99, 'the game does not end')
    await send(engine, `genmove ${i % 2 === 0 ? 'W' : 'B'}`)
  }
  await send(engine, 'final_score', 'B+9')
}

async function testAnalysis(engine) {
  await send(engine, 'boardsize 3')
  for (const [command, rate] of [['kata-analyze', 1], ['lz-analyze', 10000], ['analyze', 1]]) {
    const lines = await analyse(engine, `${command} B 20`, line => line.includes('proven true'))
    const moves = parse(lines.filter(line => line.includes('info move')).pop())
    assert.strictEqual(moves[0].move, 'B2')
    assert.strictEqual(+moves[0].winrate, rate)
    assert.strictEqual(+moves[0].scoreLead, 9)
    assert.strictEqual(moves.length, 10)
    assert(moves.every((move, i) => +move.order === i && move.proven === 'true' && move.pv[0] === move.move && +move.visits > 0))
  }
  const lines = []
  await engine.sendCommand(Command.fromString('genmove_analyze B 20'), ({line}) => lines.push(line))
  assert(lines.some(line => line.trim() === 'play B2'), lines.join('|'))
}

async function testFailures(engine) {
  for (const text of ['play b Z9', 'boardsize 30', 'nonsense', 'kata-set-rules nonsense']) {
    const response = await engine.sendCommand(Command.fromString(text))
    assert.strictEqual(response.error, true, text)
    assert.notStrictEqual(response.content, '', text)
  }
}

async function main() {
  const engine = new Controller(process.argv[2], ['gtp', '--rules', 'psk'])
  engine.on('stderr', ({content}) => assert.fail(`stderr: ${content}`))
  engine.start()
  await send(engine, 'protocol_version', '2')
  await testGame(engine)
  await testAnalysis(engine)
  await testFailures(engine)
  await engine.stop()
  console.log('driven by @sabaki/gtp')
}

main().catch(failure => {
  console.error(failure)
  process.exit(1)
})
