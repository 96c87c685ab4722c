import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly data: string
}

export interface DecodedMail {
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export interface MailServer {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  readonly load: { connections: number; mostUnfinished: number }
  /** Returns the plain text, the HTML and the headers, by their names in lower case, of the last mail to an address. */
  lastTo(address: string): DecodedMail | undefined
  /** Returns the secret in the last mail to an address, behind the folder of its path. */
  secretFor(address: string, folder: string): string
  close(): void
}

/** Starts a mail server that accepts all mail, except to addresses that begin with `refused`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const load = { connections: 0, mostUnfinished: 0 }
  const server = createServer((socket) => {
    load.connections += 1
    load.mostUnfinished = Math.max(load.mostUnfinished, load.connections - mails.length)
    receive(socket, mails)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lastTo = (address: string) => {
    const mail = mails.findLast(({ to }) => to.includes(`<${address}>`))
    return (
      mail && { text: partOf(mail, 'text/plain'), html: partOf(mail, 'text/html'), headers: headersOf(mail) }
    )
  }
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    load,
    lastTo,
    secretFor: (address, folder) => {
      const text = lastTo(address)?.text ?? ''
      const secret = new RegExp(`/${folder}/([\\w-]{43})`).exec(text)?.[1]
      if (!secret) throw new Error(`no secret in ${text}`)
      return secret
    },
    close: () => server.close(),
  }
}

function headersOf({ data }: ReceivedMail): Record<string, string> {
  const [head = ''] = data.split('\n\n')
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value]
    }),
  )
}

/** Returns a part of a mail with an alternative, decoded. */
function partOf({ data }: ReceivedMail, type: string): string {
  const part = data.split(/^--.*$/m).find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\n\n')
  const text = body.join('\n\n')
  if (/base64/.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/.test(head)) return text
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function receive(socket: Socket, mails: ReceivedMail[]): void {
  let mail = { from: '', to: '', data: '' }
  let readsData = false
  let buffered = ''
  const answer = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    if (/^(EHLO|HELO)/i.test(line)) return answer('250 mail.test')
    if (/^MAIL FROM:/i.test(line)) {
      mail = { from: line, to: '', data: '' }
      return answer('250 OK')
    }
    if (/^RCPT TO:<refused/i.test(line)) return answer('550 No such mailbox')
    if (/^RCPT TO:/i.test(line)) {
      mail.to = line
      return answer('250 OK')
    }
    if (/^DATA/i.test(line)) {
      readsData = true
      return answer('354 Go on')
    }
    if (/^QUIT/i.test(line)) return answer('221 Bye')
    return answer('250 OK')
  }
  answer('220 mail.test')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    buffered += chunk.toString()
    for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + 2)
      if (!readsData) command(line)
      else if (line === '.') {
        readsData = false
        mails.push(mail)
        answer('250 Taken')
      } else mail.data += `${line.replace(/^\.\./, '.')}\n`
    }
  })
}
