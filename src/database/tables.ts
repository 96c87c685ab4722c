import { getDatamodel } from '../generated/pothos-types.ts'
import * as enumerations from '../generated/prisma/enums.ts'
import { declareTables, type Tables } from '../graph/sql/where.ts'

declareTables({
  models: getDatamodel().datamodel.models as unknown as Tables['models'],
  enumerations: enumerations as unknown as Tables['enumerations'],
})
