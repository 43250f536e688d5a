/* The same question over the same table, as a plain loop in C: how many of the hands are complete?
 *
 * A hand is 27 counts of 14 tiles. The nine counts of a suit make a number in base 5, the lowest
 * rank first, which is the place of its flags in the table.
 */

#include <stddef.h>
#include <stdint.h>

static const uint32_t powers[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

size_t count_complete(const uint8_t *table, const uint8_t *hands, size_t number, unsigned flags) {
    size_t complete = 0;
    for (size_t hand = 0; hand < number; hand++) {
        const uint8_t *counts = hands + 27 * hand;
        unsigned shared = flags;
        for (int suit = 0; suit < 3; suit++) {
            uint32_t index = 0;
            for (int place = 0; place < 9; place++)
                index += counts[9 * suit + place] * powers[place];
            shared &= table[index];
        }
        complete += shared != 0;
    }
    return complete;
}
