import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { completions } from '../completions.ts'
import { statements } from '../statements.ts'

// The least that a server can do: one prepared statement for each read, whose text is the response unless a function
// completes it. Nothing is authorized, validated or limited.
// Like Lectern, it has PostgreSQL not compile statements, which takes longer than one of them.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, options: '-c jit=off' })
pool.on('error', (error) => console.error(error))

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  answer(request).then(
    (text) => {
      const length = Buffer.byteLength(text)
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length })
      response.end(text)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`))

async function answer(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { statement, values } = JSON.parse(Buffer.concat(chunks).toString())
  const { rows } = await pool.query<[string, ...string[]]>({
    name: statement,
    text: statements[statement] as string,
    values,
    rowMode: 'array',
  })
  const [row] = rows
  if (!row) throw new Error(`${statement} has no row`)
  return completions[statement]?.(row) ?? row[0]
}
