import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests of browsers first. In a new clone, of which nothing is known, files run by their size, and theirs is
 * one of the smallest and takes longest: it would run last, while the other workers have nothing left to do.
 */
export class BrowserFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfBrowser = ({ moduleId }: TestSpecification) => moduleId.includes('/test/browser/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isOfBrowser), ...sorted.filter((file) => !isOfBrowser(file))]
  }
}
