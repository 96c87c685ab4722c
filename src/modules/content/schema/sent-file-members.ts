import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import type { builder } from '../../../graphql/builder.ts'

export type InputBuilder = PothosSchemaTypes.InputFieldBuilder<
  typeof builder.$inferSchemaTypes,
  'InputObject'
>

/** The bytes of a file as a text. */
export const base64Member = (t: InputBuilder) =>
  t.string({
    description: 'The file in base64, at most 1 MB when decoded.',
    ...limited(contentLimits.base64),
  })

/** Returns the members of a file that a request sends: as a part, or as a text with a name. */
export const sentFileMembers = (t: InputBuilder) => ({
  upload: t.field({
    type: 'Upload',
    description: 'The file, as a part of a multipart request. Required unless `base64` is given.',
  }),
  base64: base64Member(t),
  name: t.string({
    description: 'The name of the file. Required with `base64`; defaults to that of the upload.',
    ...limited(contentLimits.fileName),
  }),
})
