import download from 'icon:download'
import trash from 'icon:trash'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { usePages } from '../app/use-pages.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SwitchField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Ago, exactTime } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import {
  SetSpecificationVisibility,
  SpecificationDetails,
  SpecificationOfList,
  SpecificationQuery,
  VersionsQuery,
} from './specification-operations.ts'
import { SpecificationState } from './specification-state.tsx'
import { SpecificationUses } from './specification-uses.tsx'
import styles from './specifications.module.css'

const SourceDialog = onDemand(() => import('./source-dialogs.tsx'), 'SourceDialog')
const DeleteDialog = onDemand(() => import('./delete-specification-dialog.tsx'), 'DeleteSpecificationDialog')

interface Props {
  readonly organization: string
  readonly slug: string
}

/** An OpenAPI document: where it comes from, what is wrong with it, who may download it, and its versions. */
export function SpecificationScreen({ organization, slug }: Props) {
  const { data, fault, refresh } = useScreen(SpecificationQuery, { organization, slug })
  const [dialog, setDialog] = useState<'source' | 'delete'>()
  const share = useAction(SetSpecificationVisibility)
  const details = unmask(SpecificationDetails, data?.openAPISpec)
  const versions = usePages({
    document: VersionsQuery,
    variables: { organization, slug },
    first: details?.versions,
    pageOf: (answer) => unmask(SpecificationDetails, answer.openAPISpec)?.versions,
  })
  useReturn(refresh)
  if (!data?.organization || !details) return <Waiting fault={fault} onRetry={refresh} />
  const specification = unmask(SpecificationOfList, details)
  const { permissions, urls } = details
  const close = () => setDialog(undefined)
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={slug}
      breadcrumbs={[{ title: text('openapi.title'), href: paths.part(organization, 'openapi') }]}
      actions={
        <>
          {specification.processingState !== 'COMPLETE' && (
            <Button onPress={refresh}>{text('jobs.refresh')}</Button>
          )}
          {permissions.edit && <Button onPress={() => setDialog('source')}>{text('openapi.update')}</Button>}
          {permissions.delete && (
            <IconButton label={text('openapi.delete')} icon={trash} onPress={() => setDialog('delete')} />
          )}
        </>
      }
    >
      <p className={styles.state}>
        <SpecificationState {...specification} />
        <span className={listStyles.note}>
          {specification.sourceURL ? (
            <a href={specification.sourceURL}>{specification.sourceURL}</a>
          ) : (
            text('openapi.uploaded')
          )}
          {specification.lastProcessedAt && (
            <>
              {' · '}
              {text('openapi.read')} <Ago at={specification.lastProcessedAt} />
            </>
          )}
        </span>
      </p>
      {details.lastProcessedErrors.length > 0 && (
        <section className={styles.errors}>
          <h2>{text('openapi.errors', { count: specification.lastProcessedErrorCount })}</h2>
          <ul>
            {details.lastProcessedErrors.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          {specification.lastVersionId && <p>{text('openapi.keepsVersion')}</p>}
        </section>
      )}
      <section className={styles.sharing}>
        {permissions.edit ? (
          <SwitchField
            isOn={specification.visibility === 'PUBLIC'}
            isDisabled={share.isRunning}
            onChange={(isOn) =>
              void share.run({ organization, slug, visibility: isOn ? 'PUBLIC' : 'PRIVATE' })
            }
          >
            {text('openapi.public')}
          </SwitchField>
        ) : (
          <span>
            {text(specification.visibility === 'PUBLIC' ? 'openapi.isPublic' : 'openapi.isPrivate')}
          </span>
        )}
        {urls.published && <a href={urls.published}>{urls.published}</a>}
      </section>
      <h2 className={styles.part}>{text('openapi.versions', { count: details.versions.totalCount })}</h2>
      {versions.nodes.length === 0 ? (
        <p className={listStyles.note}>{text('openapi.noVersions')}</p>
      ) : (
        <LongList
          label={text('openapi.versionList')}
          pages={versions}
          estimatedRowHeight={57}
          nameOf={({ createdAt }) => exactTime(createdAt)}
        >
          {({ id, createdAt, url }) => (
            <>
              <span className={listStyles.what}>
                {exactTime(createdAt)}
                {id === specification.lastVersionId && (
                  <span className={listStyles.note}>{text('openapi.latest')}</span>
                )}
              </span>
              <Button icon={download} onPress={() => location.assign(url)}>
                {text('jobs.download')}
              </Button>
            </>
          )}
        </LongList>
      )}
      <SpecificationUses organization={organization} slug={slug} specification={data.openAPISpec} />
      {dialog === 'source' && (
        <SourceDialog organization={organization} slug={slug} url={specification.sourceURL} onClose={close} />
      )}
      {dialog === 'delete' && <DeleteDialog organization={organization} slug={slug} onClose={close} />}
    </SettingsFrame>
  )
}
