import { builder } from '../../../graphql/builder.ts'
import { sentFileMembers } from './sent-file-members.ts'

/** Declares the input of a mutation that takes a picture. */
export const imageInput = (name: string) =>
  builder.inputType(name, {
    description: 'A picture: a PNG, JPEG, GIF, WebP, AVIF, SVG or ICO of at most 5 MB.',
    fields: sentFileMembers,
  })
