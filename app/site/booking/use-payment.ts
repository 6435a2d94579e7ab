// The way to the card payment and back, on the page of a booking.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** The payment webhook may arrive after the buyer returns, so the page reloads until it does. */
export function useMoneyArrives(isExpected: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isExpected) return;
    const timer = setInterval(() => void revalidate(), 2000);
    return () => clearInterval(timer);
  }, [isExpected, revalidate]);
}

/** Opens the checkout once after booking; coming back does not open it again. */
export function useGoAndPay(isWanted: boolean, token: string): void {
  useEffect(() => {
    if (!isWanted) return;
    history.replaceState(history.state, '', location.pathname);
    location.assign(`/api/payments/checkout/${token}`);
  }, [isWanted, token]);
}
