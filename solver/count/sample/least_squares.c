/* Least squares. */
#include "count/sample/least_squares.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int least_squares_init(struct least_squares *ret_equations, size_t unknowns)
{
    struct least_squares equations = {
        .unknowns = unknowns,
        .matrix = calloc(unknowns * unknowns, sizeof(double)),
        .vector = calloc(unknowns, sizeof(double)),
        .nonzeros = calloc(unknowns, sizeof(size_t)),
    };
    if (equations.matrix == NULL || equations.vector == NULL || equations.nonzeros == NULL) {
        least_squares_release(&equations);
        return -ENOMEM;
    }
    *ret_equations = equations;
    return 0;
}

void least_squares_release(struct least_squares *equations)
{
    free(equations->matrix);
    free(equations->vector);
    free(equations->nonzeros);
    *equations = (struct least_squares){0};
}

void least_squares_clear(struct least_squares *equations)
{
    size_t n = equations->unknowns;
    memset(equations->matrix, 0, n * n * sizeof(double));
    memset(equations->vector, 0, n * sizeof(double));
    equations->weight = 0;
}

void least_squares_add(struct least_squares *equations, const double *row, double target,
                       double weight)
{
    size_t n = equations->unknowns, nonzeros = 0, *list = equations->nonzeros;
    for (size_t i = 0; i < n; i++)
        if (row[i] != 0)
            list[nonzeros++] = i;
    for (size_t k = 0; k < nonzeros; k++) {
        size_t i = list[k];
        double x = weight * row[i], *products = equations->matrix + i * n;
        equations->vector[i] += x * target;
        for (size_t l = 0; l <= k; l++)
            products[list[l]] += x * row[list[l]];
    }
    equations->weight += weight;
}

/* Cholesky: the lower half becomes L with L L^T the matrix. */
static void factor(double *matrix, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double *x = matrix + i * n, *y = matrix + j * n;
            double sum = x[j];
            for (size_t k = 0; k < j; k++)
                sum -= x[k] * y[k];
            matrix[i * n + j] = i == j ? sqrt(fmax(sum, 1e-12)) : sum / y[j];
        }
}

void least_squares_solve(struct least_squares *equations, double ridge)
{
    size_t n = equations->unknowns;
    double *matrix = equations->matrix, *x = equations->vector;
    for (size_t i = 0; i < n; i++)
        matrix[i * n + i] += ridge * equations->weight + 1e-9;
    factor(matrix, n);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= matrix[i * n + k] * x[k];
        x[i] /= matrix[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= matrix[k * n + i] * x[k];
        x[i] /= matrix[i * n + i];
    }
}
