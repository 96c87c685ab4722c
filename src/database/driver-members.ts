import type { Socket } from 'node:net'
import type pg from 'pg'
import { prepareValue as prepared } from 'pg/lib/utils.js'
import { Parser } from 'pg-protocol/dist/parser.js'

/**
 * The versions of the driver of PostgreSQL whose members are used here that its types do not show, and of the adapter by which
 * Prisma uses it. No other file uses such members. `test/database/driver-members.test.ts` tells of another version whether it
 * has them.
 */
export const pinnedVersions = {
  pg: '8.23.1',
  'pg-protocol': '1.16.1',
  '@prisma/adapter-pg': '7.10.0',
} as const

/** The members of a connection that a transaction of Prisma uses: `prisma-adapter.ts` lends it one that has no others. */
export const usedByTransactions = ['on', 'query', 'release', 'removeListener'] as const

/** A message of PostgreSQL as the parser of the driver returns it. */
export interface Message {
  readonly name: string
}

/** Takes messages out of bytes. */
export interface MessageParser {
  parse(bytes: Buffer, use: (message: Message) => void): void
}

/** Returns the message that begins with a code, at an offset of bytes. */
type ReadMessage = (offset: number, code: number, length: number, bytes: Buffer) => Message

interface ParserMembers extends MessageParser {
  handlePacket: ReadMessage
}

/** The connection of a client, which sends messages, and emits those that it receives. */
export interface DriverConnection extends pg.Connection {
  query(text: string): void
  describe(result: { readonly type: 'P'; readonly name: '' }): void
  close(statement: { readonly type: 'S'; readonly name: string }): void
  emit(name: string | symbol, ...given: unknown[]): boolean
}

/** The server that a client leads to. */
export interface Place {
  readonly host: string
  readonly port: number
}

interface ConnectionMembers extends DriverConnection {
  /** Reads messages from a stream that has just been opened. */
  attachListeners(stream: Socket): void
}

interface ClientMembers extends Place {
  readonly connection: ConnectionMembers
  /** Null until PostgreSQL has told it. */
  readonly processID: number | null
}

const membersOf = (client: pg.ClientBase) => client as unknown as ClientMembers

export const connectionOf = (client: pg.ClientBase): DriverConnection => membersOf(client).connection

/** Returns the process of PostgreSQL that serves a client: a pooler tells a number of its own. */
export const processOf = (client: pg.ClientBase): number => membersOf(client).processID as number

export function placeOf(client: pg.ClientBase): Place {
  const { host, port } = membersOf(client)
  return { host, port }
}

/** Makes a client that is not connected lead to another server. */
export const setPlace = (client: pg.ClientBase, { host, port }: Place): void =>
  void Object.assign(client, { host, port })

/** Lets a function read each stream that a client opens, in place of the driver. */
export function readStreamsWith(client: pg.ClientBase, read: (stream: Socket) => void): void {
  membersOf(client).connection.attachListeners = read
}

/** Creates a parser that asks a function for each message first. What the function returns undefined for is read by the driver. */
export function createParser(
  messageOf: (...given: Parameters<ReadMessage>) => Message | undefined,
): MessageParser {
  const parser = new Parser() as unknown as ParserMembers
  const readMessage = parser.handlePacket.bind(parser)
  parser.handlePacket = (offset, code, length, bytes) =>
    messageOf(offset, code, length, bytes) ?? readMessage(offset, code, length, bytes)
  return parser
}

/** Returns a value of a statement as the driver sends it. */
export const prepareValue: (value: unknown) => unknown = prepared
