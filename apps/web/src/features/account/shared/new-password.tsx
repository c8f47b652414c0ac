import '../account.css'

/** For whoever opens an account by another way than the registration. */
export { NewPassword } from '../parts/new-password.tsx'
