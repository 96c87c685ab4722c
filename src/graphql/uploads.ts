import type { IncomingMessage } from 'node:http'
import { nanoid } from 'nanoid'
import { assertToken } from '../access/authorize.ts'
import { beginHeavy } from '../admission/admission.ts'
import type { Config } from '../base/config.ts'
import { temporaryFilesFolder } from '../base/temporary-files.ts'
import { assertPreflight, type MultipartLimits, type MultipartUse, withMultipart } from '../http/multipart.ts'
import { type Context, ownerOf, viewerOf } from '../request/context.ts'

/** Returns a text that stands for a file in the input. No client can guess that of another request. */
export const newPlaceholder = (): string => nanoid()

export const limitsOfUploads = (config: Config): MultipartLimits => ({
  folder: temporaryFilesFolder(config),
  maximumBytes: config.maxUploadBytes,
  maximumFieldBytes: config.maxBodyBytes,
})

/** Receives the multipart requests of both APIs. */
export class UploadReceiver {
  readonly #limits: MultipartLimits

  constructor(limits: MultipartLimits) {
    this.#limits = limits
  }

  /**
   * Receives a request of a user. Files are accepted from callers who may write, after `beforeFiles`, and if there are not
   * too many other requests with files. Throws UNAUTHENTICATED without a user, before any of the body is read.
   */
  async receive<Result>(
    request: IncomingMessage,
    context: Context,
    { beforeFiles, use }: MultipartUse<Result>,
  ): Promise<Result> {
    assertPreflight(request)
    viewerOf(context)
    let leave: (() => void) | undefined
    try {
      return await withMultipart(request, this.#limits, {
        beforeFiles: async (fields) => {
          assertToken(context, 'write')
          await beforeFiles(fields)
          leave = await beginHeavy('uploads', { owner: ownerOf(context) })
        },
        use,
      })
    } finally {
      leave?.()
    }
  }
}
