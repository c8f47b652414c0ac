import { configure } from '@testing-library/react'

// Loading a page's modules may hold the one thread for a second on a busy machine: a screen that comes late
// is not a screen that never comes.
configure({ asyncUtilTimeout: 10_000 })
