import type { Block, Fragment, InlineNode, JSONDocument, List } from '../types.ts'

export type DocumentNode = Block | InlineNode | Fragment

/** Yields all nodes of a tree, or in a list, in document order, parents first. Iterates without recursion. */
export function* walkDocument(document: JSONDocument | List): Generator<DocumentNode> {
  const stack: DocumentNode[] = document.nodes.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    pushChildren(stack, 'fragments' in node ? (node.fragments ?? []) : [])
    pushChildren(stack, 'nodes' in node ? node.nodes : [])
  }
}

function pushChildren(stack: DocumentNode[], children: readonly DocumentNode[]): void {
  for (let index = children.length - 1; index >= 0; index--) stack.push(children[index] as DocumentNode)
}
