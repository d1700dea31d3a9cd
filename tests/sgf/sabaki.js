// sabaki.js FILE...: reads records with @sabaki/sgf and writes each to FILE.sabaki as that library
// does; prints all of them as JSON.
const fs = require('fs')
const sgf = require('@sabaki/sgf')

const plain = node => [node.data, node.children.map(plain)]
const read = []
for (const file of process.argv.slice(2)) {
  const roots = sgf.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file + '.sabaki', sgf.stringify(roots))
  read.push(roots.map(plain))
}
console.log(JSON.stringify(read))
