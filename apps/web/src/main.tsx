import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/routes.tsx'
import { closeBoot } from './lib/boot-hand.ts'
import { queryClient } from './lib/query.ts'
import { session } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'
import './ui/base.css'
import './ui/print.css'

startTheme()
closeBoot(session.token())
const router = createRouter()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The shell in the HTML stays until the first screen replaces it.
const start = () =>
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
if (router.state.initialized) start()
else {
  const stop = router.subscribe((state) => {
    if (!state.initialized) return
    stop()
    start()
  })
}
