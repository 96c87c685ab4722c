import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import { builder } from '../../../graphql/builder.ts'

/** Declares the input of a mutation that takes a picture. */
export const imageInput = (name: string) =>
  builder.inputType(name, {
    description: 'A picture: a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO of at most 5 MB.',
    fields: (t) => ({
      upload: t.field({
        type: 'Upload',
        description: 'The file, as a part of a multipart request. Required unless `base64` is given.',
      }),
      base64: t.string({
        description: 'The file in base64, at most 1 MB when decoded.',
        ...limited(contentLimits.base64),
      }),
      name: t.string({
        description: 'The name of the file. Required with `base64`; defaults to that of the upload.',
        ...limited(contentLimits.fileName),
      }),
    }),
  })
