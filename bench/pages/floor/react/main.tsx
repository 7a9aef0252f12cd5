import { type FormEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The form of the plain page, in React with nothing else. */
function Login() {
  const [phone, setPhone] = useState('');
  const [error, setError] = useState('');
  const [agreed, setAgreed] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(/^[6-9]\d{9}$/.test(phone) ? '' : 'Please check the phone number format');
  };

  return (
    <main>
      <h1>Log in</h1>
      <form onSubmit={submit}>
        <label htmlFor="phone">Mobile number</label>
        <div className="row">
          <span>+91</span>
          <input
            id="phone"
            value={phone}
            onChange={(event) => setPhone(event.target.value.replace(/\D/g, ''))}
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={10}
            placeholder="10-digit number"
          />
        </div>
        <p id="error" role="alert">
          {error}
        </p>
        <label className="agree">
          <input
            type="checkbox"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          I agree to the privacy policy
        </label>
        <button id="go" type="submit">
          Get code
        </button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('app')!).render(<Login />);
