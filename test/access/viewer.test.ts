import { describe, expect, expectTypeOf, test } from 'vitest'
import { limitOwner } from '../../src/access/limit-owner.ts'
import {
  asMember,
  type Member,
  type SiteVisitor,
  tokenAllowsOrganization,
  type Viewer,
} from '../../src/access/viewer.ts'

type OptionalKey<Type> = { [Key in keyof Type]-?: undefined extends Type[Key] ? Key : never }[keyof Type]

// The type checker runs these: what a directive expects must not compile.
describe('what a viewer is', () => {
  test('cannot be read before its kind is known', () => {
    expectTypeOf<keyof Viewer>().toEqualTypeOf<'kind'>()
    expectTypeOf<keyof SiteVisitor & keyof Member>().toEqualTypeOf<'kind'>()
    expectTypeOf<OptionalKey<Member> | OptionalKey<SiteVisitor>>().toEqualTypeOf<never>()
    expectTypeOf<Viewer>().toExtend<Member | SiteVisitor>()
  })

  test('cannot be forgotten by a check', () => {
    const forgetful = {
      // @ts-expect-error: a visitor has no user
      isAuthor: (viewer: Viewer, authorId: string) => viewer.userId === authorId,
      // @ts-expect-error: a visitor has no memberships
      isInside: (viewer: Viewer, organizationId: string) => viewer.memberships.has(organizationId),
      // @ts-expect-error: a visitor has no grants
      isGranted: (viewer: Viewer, spaceId: string) => viewer.grants.spaces.has(spaceId),
      // @ts-expect-error: a visitor has no scopes
      mayWrite: (viewer: Viewer) => viewer.scopes.length === 0,
      // @ts-expect-error: a member has no visit
      seesDrafts: (viewer: Viewer) => viewer.visit === undefined,
      // @ts-expect-error: a visitor has no limits of a user
      owner: (viewer: Viewer) => limitOwner(viewer),
      // @ts-expect-error: a visitor has no token of an account
      isAllowed: (viewer: Viewer) => tokenAllowsOrganization(viewer, ''),
    }
    expect(Object.keys(forgetful)).toHaveLength(7)
  })

  test('is known once its kind is, or the refusal of visitors is thrown', () => {
    expectTypeOf(asMember).toEqualTypeOf<(viewer: Viewer) => Member>()
    expectTypeOf<Extract<Viewer, { kind: 'member' }>>().toEqualTypeOf<Member>()
    expectTypeOf<Extract<Viewer, { kind: 'visitor' }>>().toEqualTypeOf<SiteVisitor>()
  })
})
