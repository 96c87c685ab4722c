import { type ComponentType, lazy, Suspense } from 'react'

/** Returns a component that is loaded when it is first shown. Until then nothing is shown in its place. */
export function onDemand<Module extends Record<Name, ComponentType<never>>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const Loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  const component: ComponentType<object> = (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
  return component as ComponentType<never> as Module[Name]
}
