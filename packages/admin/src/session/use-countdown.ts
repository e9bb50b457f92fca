import { useEffect, useState } from 'preact/hooks';

/** A block of an hour is counted in minutes. */
export const countdownText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;

/** The remaining seconds, and a function to restart. */
export function useCountdown(): readonly [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (until <= Date.now()) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [Math.max(0, Math.ceil((until - now) / 1000)), start];
}
