import leave from 'icon:arrow-right-from-bracket'
import organizations from 'icon:building'
import upload from 'icon:file-import'
import collection from 'icon:folder-plus'
import account from 'icon:gear'
import plus from 'icon:plus'
import { paths, serverAddress } from '../app/addresses.ts'
import { signOut } from '../app/session.ts'
import { text } from '../app/texts.ts'
import type { FoundItem } from './found-sections.ts'

/** Returns what can be done from everywhere. */
export const actionsOf = (organization: string, createContent: boolean): readonly FoundItem[] => [
  ...(createContent
    ? [
        {
          id: 'new-space',
          title: text('find.newSpace'),
          icon: plus,
          href: `${paths.organization(organization)}?new=space`,
        },
        {
          id: 'new-collection',
          title: text('find.newCollection'),
          icon: collection,
          href: `${paths.organization(organization)}?new=collection`,
        },
        {
          id: 'import',
          title: text('find.import'),
          icon: upload,
          href: `${paths.organization(organization)}?new=import`,
        },
      ]
    : []),
  {
    id: 'account',
    title: text('frame.account'),
    icon: account,
    act: () => location.assign(serverAddress('/account')),
  },
  {
    id: 'organizations',
    title: text('frame.organizations'),
    icon: organizations,
    act: () => location.assign(serverAddress('/')),
  },
  { id: 'sign-out', title: text('frame.signOut'), icon: leave, act: signOut },
]
