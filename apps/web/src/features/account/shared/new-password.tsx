import '../account.css'

/** For accounts opened in other ways than by registration. */
export { NewPassword } from '../parts/new-password.tsx'
