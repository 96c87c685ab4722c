// What blocks of a page do.
