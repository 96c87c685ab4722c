/** Says in descriptions what form a body has, and where it is documented. */
export const treeOfNodes = 'as a tree of nodes, which the guide describes in “Markdown and blocks”'
