import type { Database } from '../client.ts'
import type { ReplicaReading } from './replicas.ts'

/**
 * Returns the database of a replica of which the primary answers what fails there, and all that is read afterwards: for reads
 * that need not be of one state.
 */
export function backedByPrimary({ database, hasFailed }: ReplicaReading, primary: Database): Database {
  const either =
    <Given extends unknown[], Result>(
      ofReplica: (...given: Given) => Promise<Result>,
      ofPrimary: (...given: Given) => Promise<Result>,
    ) =>
    async (...given: Given): Promise<Result> => {
      if (hasFailed()) return ofPrimary(...given)
      try {
        return await ofReplica(...given)
      } catch (error) {
        if (hasFailed()) return ofPrimary(...given)
        throw error
      }
    }
  return {
    ...primary,
    query: either(database.query, primary.query) as Database['query'],
    texts: either(database.texts, primary.texts) as Database['texts'],
    replicas: undefined,
  }
}
