import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../base/errors.ts'
import { getOrCreate } from '../base/get-or-create.ts'

const signals = new WeakMap<Socket, AbortSignal>()

/** Returns a signal that aborts when the client of a request has closed its connection. Requests of a connection share it. */
export const disconnectionOf = ({ socket }: IncomingMessage): AbortSignal =>
  getOrCreate(signals, socket, () => {
    const controller = new AbortController()
    const abort = () => controller.abort(new AppError('SERVICE_UNAVAILABLE'))
    if (socket.destroyed) abort()
    else socket.once('close', abort)
    return controller.signal
  })
