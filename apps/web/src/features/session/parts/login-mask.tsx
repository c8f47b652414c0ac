/** Covers the login screen during single sign-on. */
export function LoginMask() {
  return (
    <div className="login-mask" role="status">
      <span className="spin" aria-hidden />
      登录中…
    </div>
  )
}
