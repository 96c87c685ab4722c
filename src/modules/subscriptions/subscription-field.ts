import type { FieldKind, FieldRef, InputFieldMap, InputShapeFromFields, TypeParam } from '@pothos/core'
import type { RequiredPermission } from '../../access/required-permission.ts'
import type { GraphTypes } from '../../graphql/builder.ts'
import type { Context } from '../../request/context.ts'
import type { Topic } from './topic.ts'

/** Finds what somebody subscribes to. Throws if they may not. */
export type FindTopic = (args: Readonly<Record<string, unknown>>, context: Context) => Promise<Topic>

const topicExtension = 'lecternTopic'

interface SubscriptionOptions<Args extends InputFieldMap> {
  readonly type: TypeParam<GraphTypes>
  readonly description: string
  readonly permission: RequiredPermission
  readonly args: Args
  readonly topic: (args: InputShapeFromFields<Args>, context: Context) => Promise<Topic>
}

type SubscriptionFieldBuilder = PothosSchemaTypes.SubscriptionFieldBuilder<GraphTypes, GraphTypes['Root']>

/** Declares a subscription, whose field has the value that is delivered for each event of its topic. */
export const subscription = <Args extends InputFieldMap>(
  t: SubscriptionFieldBuilder,
  { topic, ...options }: SubscriptionOptions<Args>,
): FieldRef<GraphTypes, unknown, FieldKind> =>
  t.field({
    ...options,
    extensions: { [topicExtension]: topic },
    // The events have an authorization and a viewer each, which `subscribe` of graphql-js knows nothing of.
    subscribe: () => {
      throw new Error('a subscription is run by runSubscription')
    },
    resolve: (_root: unknown, _args: unknown, { delivered }: Context) => delivered,
  } as never) as never

/** Returns how the topic of a field of Subscription is found. */
export function topicOf(field: { readonly extensions: unknown; readonly name: string }): FindTopic {
  const { [topicExtension]: find } = field.extensions as Readonly<Record<string, FindTopic | undefined>>
  if (!find) throw new Error(`the subscription ${field.name} declares no topic`)
  return find
}
