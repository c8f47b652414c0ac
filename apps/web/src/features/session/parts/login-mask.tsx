/** Over the login screen while single sign-on is under way. */
export function LoginMask() {
  return (
    <div className="login-mask" role="status">
      <span className="spin" aria-hidden />
      登录中…
    </div>
  )
}
