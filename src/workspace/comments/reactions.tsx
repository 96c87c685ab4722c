import smile from 'icon:face-smile'
import { ToggleButton, Tooltip, TooltipTrigger } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useViewerId } from '../app/viewer.ts'
import buttonStyles from '../parts/button.module.css'
import { emojiOf } from '../parts/emoji.ts'
import { Menu } from '../parts/menu.tsx'
import styles from './reactions.module.css'

export const ReactionOfComment = graphql(`
  fragment ReactionOfComment on CommentReaction { emoji count users { user { id displayName } } }
`)

interface Props {
  readonly reactions: readonly FragmentType<typeof ReactionOfComment>[]
  readonly mayReact: boolean
  readonly onReact: (change: { readonly added?: string[]; readonly removed?: string[] }) => void
}

/** Those that the menu offers. Others may come by the API. */
const offered = ['👍', '❤️', '🎉', '😄', '😕', '👀']

/** The reactions to a comment: who reacted, and a press that joins them or takes it back. */
export function Reactions({ reactions, mayReact, onReact }: Props) {
  const viewer = useViewerId()
  const shown = reactions.map((reaction) => unmask(ReactionOfComment, reaction))
  const isMine = ({ users }: (typeof shown)[number]) => users.some(({ user }) => user.id === viewer)
  if (shown.length === 0 && !mayReact) return null
  return (
    <div className={styles.reactions}>
      {shown.map((reaction) => {
        const { emoji, count, users } = reaction
        const names = users.map(({ user }) => user.displayName).join(', ')
        return (
          <TooltipTrigger key={emoji} delay={300}>
            <ToggleButton
              className={styles.reaction as string}
              isSelected={isMine(reaction)}
              isDisabled={!mayReact}
              aria-label={text('comment.reactedWith', { emoji: emojiOf(emoji), names })}
              onChange={(isSelected) => onReact(isSelected ? { added: [emoji] } : { removed: [emoji] })}
            >
              {emojiOf(emoji)} {count}
            </ToggleButton>
            <Tooltip className={buttonStyles.tooltip as string}>{names}</Tooltip>
          </TooltipTrigger>
        )
      })}
      {mayReact && (
        <Menu
          label={text('comment.react')}
          icon={smile}
          groups={[
            offered.map((emoji) => ({ id: emoji, label: emoji, act: () => onReact({ added: [emoji] }) })),
          ]}
        />
      )}
    </div>
  )
}
