import plus from 'icon:plus'
import trash from 'icon:trash'
import type { SocialPlatform } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import type { ControlProps } from './customization-controls.tsx'
import styles from './customization-part.module.css'

interface SocialAccount {
  readonly platform: SocialPlatform
  readonly handle: string
  readonly display: { readonly header: boolean; readonly footer: boolean }
}

/** The platforms with their names, which no language translates. */
const platforms: Readonly<Record<SocialPlatform, string>> = {
  BLUESKY: 'Bluesky',
  DISCORD: 'Discord',
  FACEBOOK: 'Facebook',
  GITHUB: 'GitHub',
  INSTAGRAM: 'Instagram',
  LINKEDIN: 'LinkedIn',
  MASTODON: 'Mastodon',
  MEDIUM: 'Medium',
  REDDIT: 'Reddit',
  SLACK: 'Slack',
  THREADS: 'Threads',
  TIKTOK: 'TikTok',
  TWITTER: 'X (Twitter)',
  YOUTUBE: 'YouTube',
}

const newAccount: SocialAccount = {
  platform: 'GITHUB',
  handle: '',
  display: { header: false, footer: true },
}

/** Accounts on social platforms, which the header and the footer link to. */
export function SocialAccountsControl({
  path,
  label,
  value,
  onChange,
}: ControlProps<readonly SocialAccount[] | null>) {
  const accounts = value ?? []
  const change = (index: number, changed: Partial<SocialAccount>) =>
    onChange(accounts.map((account, at) => (at === index ? { ...account, ...changed } : account)))
  return (
    <fieldset className={styles.pair}>
      <legend>{label}</legend>
      {accounts.map(({ platform, handle, display }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accounts have no ids, and the place of one is what changes it.
        <div key={index} className={styles.group}>
          <div className={styles.link}>
            <SelectField
              name={`${path}.${index}.platform`}
              label={text('look.platform')}
              value={platform}
              onChange={(platform) => change(index, { platform })}
              choices={Object.entries(platforms).map(([value, name]) => ({
                value: value as SocialPlatform,
                label: name,
              }))}
            />
            <IconButton
              label={text('look.removeAccount', { name: platforms[platform] })}
              icon={trash}
              onPress={() => onChange(accounts.toSpliced(index, 1))}
            />
          </div>
          <TextField
            name={`${path}.${index}.handle`}
            label={text('look.handle')}
            value={handle}
            onChange={(handle) => change(index, { handle })}
            maxLength={128}
            isRequired
          />
          <SwitchField
            isOn={display.header}
            onChange={(header) => change(index, { display: { ...display, header } })}
          >
            {text('look.inHeader')}
          </SwitchField>
          <SwitchField
            isOn={display.footer}
            onChange={(footer) => change(index, { display: { ...display, footer } })}
          >
            {text('look.inFooter')}
          </SwitchField>
        </div>
      ))}
      <div>
        <Button icon={plus} onPress={() => onChange([...accounts, newAccount])}>
          {text('look.addAccount')}
        </Button>
      </div>
    </fieldset>
  )
}
