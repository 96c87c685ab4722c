import { expect, test } from 'vitest'
import { describePermission } from '../../src/access/required-permission.ts'

test.each([
  ['public', 'Requires no token.'],
  ['authenticated', 'Requires an API token.'],
  ['space:edit', 'Requires the permission `space:edit`.'],
  [
    ['space:edit', 'collection:view', 'site:view'],
    'Requires the permission `space:edit`, `collection:view` or `site:view`, depending on the resource.',
  ],
  [
    { author: 'space:comment', others: 'space:administer' },
    'Requires the permission `space:administer`, or `space:comment` if the caller is the author.',
  ],
  [
    { author: 'space:comment', others: 'space:administer', othersFor: 'body' },
    'Requires the permission `space:comment`, and `space:administer` to change `body` unless the caller is the author.',
  ],
  [
    { self: 'space:view', others: 'space:edit' },
    'Requires the permission `space:edit`, or `space:view` if the user is the caller.',
  ],
  [
    { permission: 'space:administer', destination: 'organization:create-content' },
    'Requires the permission `space:administer`, and `organization:create-content` at the destination.',
  ],
] as const)('%j is described in one sentence', (required, sentence) => {
  expect(describePermission(required)).toBe(sentence)
})
