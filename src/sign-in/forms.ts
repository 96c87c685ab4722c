import { PageError } from '../access/page-error.ts'
import { isSameOrigin } from '../access/session-cookie.ts'
import { AppError } from '../base/errors.ts'
import { readFormBody } from '../http/form-body.ts'
import type { Visit } from './visit.ts'

/** The bytes of a form of these pages, whose longest field is an address. */
const maximumFormBytes = 65_536

/** A form that was sent from a page of this server. */
export interface Form {
  /** Returns a field without the space around it; the empty string if it is absent. */
  value(name: string): string
}

/** Reads the form of a request. Throws unless a page of this server has sent it. */
export async function readForm({ request, config }: Visit): Promise<Form> {
  if (!isSameOrigin(request, config)) throw new PageError(403, 'otherSite')
  const fields = await readFormBody(request, maximumFormBytes)
  if (!fields) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return { value: (name) => fields.get(name)?.trim() ?? '' }
}
