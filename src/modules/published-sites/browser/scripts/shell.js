// What surrounds a page: navigation, search and the choice of the theme.
