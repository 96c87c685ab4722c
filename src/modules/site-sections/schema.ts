import './schema/section.ts'
import './schema/group.ts'
import './schema/structure.ts'
import './schema/moves.ts'
