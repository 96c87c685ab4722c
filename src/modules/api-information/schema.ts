import { statSync } from 'node:fs'
import { version } from '../../base/version.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { builder } from '../../graphql/builder.ts'

/** When this build was put in place. */
const { mtime } = statSync(new URL('../../../package.json', import.meta.url))

const ApiInformation = builder.objectRef<object>('ApiInformation').implement({
  description: 'The version of the server.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    version: t.string({ description: 'The version of Lectern.', resolve: () => version }),
    build: t.field({
      type: 'DateTime',
      description: 'When this version was installed.',
      resolve: () => mtime,
    }),
  }),
})

builder.queryField('apiInformation', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It reads no row.' },
    type: ApiInformation,
    permission: 'public',
    description: 'The version of the server, for checks that it is there.',
    resolve: () => ({}),
  }),
)
